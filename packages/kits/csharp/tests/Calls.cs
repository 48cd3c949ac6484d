using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using Cascade;

/// <summary>How a call ends: a test for each row of calls.json.</summary>
internal static class Calls
{
    private static readonly Transport Real =
        Transports.Over(new HttpMessageInvoker(new HttpClientHandler { AllowAutoRedirect = false }));

    public static void Run()
    {
        foreach (var row in Check.Read<Row>("calls.json")) Check.Test(row.Says, () => Judge(row));
    }

    public static Message<Content> MessageOf(string requestId = null) => new Message<Content>
    {
        RequestId = requestId,
        CascadeId = 2002,
        SubscriberFilter = new SubscriberFilter { Address = "+12025550100" },
        Content = new Content { Sms = new Text { Words = "Code 4821" } },
    };

    private static void Judge(Row row)
    {
        using (var provider = new Provider())
        {
            var made = 0;
            // Before each attempt, the provider is told what it meets.
            Transport inTurn = (request, body, limit, cancellation) =>
            {
                var met = made < row.Attempts.Count ? row.Attempts[made] : new Met { Refuses = true };
                made++;
                provider.Meets(met.Behaviour);
                // Only an attempt that has no answer may run out of time.
                return Real(request, body, met.Silent ? TimeSpan.FromMilliseconds(300) : limit, cancellation);
            };
            var client = new CascadeClient(provider.Url, "k", inTurn)
            {
                Attempts = row.Most,
                Timeout = TimeSpan.FromMinutes(1),
                UsedIdMeansAccepted = row.KeepsUsed,
                Log = text => { },
            };
            var outcome = OutcomeOf(client, row.RequestId == "caller" ? "0b1d6c3e-5f5a-4f0e-9a55-000000000001" : null);
            Check.Same(row.Outcome, outcome);
            Check.Same(row.Attempts.Count, made, "attempts");
        }
    }

    private static string OutcomeOf(CascadeClient client, string requestId)
    {
        try
        {
            client.ScheduleAsync(MessageOf(requestId)).GetAwaiter().GetResult();
            return "scheduled";
        }
        catch (CascadeException error)
        {
            var isUnknown = error is UnknownOutcomeException;
            Check.Same(isUnknown, error.Message.Contains("it may be scheduled"), error.Message);
            Check.Has($"request {error.RequestId}", error.Message);
            return isUnknown ? "unknown" : "not-scheduled";
        }
    }

    [DataContract]
    public sealed class Content
    {
        [DataMember(Name = "smsContent")] public Text Sms { get; set; }
    }

    [DataContract]
    public sealed class Text
    {
        [DataMember(Name = "contentType")] public string Type { get; set; } = "TEXT";
        [DataMember(Name = "text")] public string Words { get; set; }
    }

    [DataContract]
    private sealed class Row
    {
        [DataMember(Name = "says")] public string Says { get; set; }
        [DataMember(Name = "requestId")] public string RequestId { get; set; }
        [DataMember(Name = "keepsUsed")] public bool KeepsUsed { get; set; }
        [DataMember(Name = "most")] public int Most { get; set; }
        [DataMember(Name = "attempts")] public List<Met> Attempts { get; set; }
        [DataMember(Name = "outcome")] public string Outcome { get; set; }
    }

    [DataContract]
    private sealed class Met
    {
        [DataMember(Name = "answer")] public Answer Answer { get; set; }
        [DataMember(Name = "breaks")] public string Breaks { get; set; }
        [DataMember(Name = "refuses")] public bool Refuses { get; set; }
        [DataMember(Name = "silent")] public bool Silent { get; set; }

        public Action<Request, Stream> Behaviour
        {
            get
            {
                if (Refuses) return null;
                if (Silent) return (request, stream) => Provider.UntilItCloses(stream);
                return (request, stream) => Provider.Write(stream, Sent(request));
            }
        }

        private string Sent(Request request)
        {
            if (Breaks == "before the answer") return "";
            var id = Regex.Match(request.Body, "\"requestId\":\"([^\"]*)\"").Groups[1].Value;
            var body = (Answer.Body ?? "").Replace("{{requestId}}", id).Replace("{{REQUESTID}}", id.ToUpperInvariant());
            var all = Provider.Answer(Answer.Status, body, Answer.Headers);
            if (Breaks == "in its head") return all.Substring(0, all.IndexOf("\r\n\r\n", StringComparison.Ordinal) - 5);
            return Breaks == "in its body" ? all.Substring(0, all.Length - 5) : all;
        }
    }

    [DataContract]
    private sealed class Answer
    {
        [DataMember(Name = "status")] public int Status { get; set; }
        [DataMember(Name = "type")] public string Type { get; set; }
        [DataMember(Name = "encoding")] public string Encoding { get; set; }
        [DataMember(Name = "location")] public string Location { get; set; }
        [DataMember(Name = "body")] public string Body { get; set; }

        public IEnumerable<string> Headers => new[]
        {
            Type == null ? null : $"content-type: {Type}",
            Encoding == null ? null : $"content-encoding: {Encoding}",
            Location == null ? null : $"location: {Location}",
        }.Where(one => one != null);
    }
}
