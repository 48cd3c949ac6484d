using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.Serialization;
using System.Threading.Tasks;

/// <summary>Schedules one SMS, and explains a refusal.</summary>
internal static class Send
{
    private static readonly string Url = Variable("CASCADE_URL", "http://127.0.0.1:4010");
    private static readonly string ApiKey = Variable("CASCADE_API_KEY", "demo-key");
    private static readonly int CascadeId = int.Parse(Variable("CASCADE_ID", "2002"));

    // One for the whole program. It follows no redirect, for the key would go to wherever that leads.
    private static readonly HttpClient Client =
        new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(30) };

    /// <returns>The code with which the program ends.</returns>
    public static async Task<int> Report(string address, string text, string requestId)
    {
        try
        {
            await Schedule(address, text, requestId);
            Console.WriteLine($"scheduled {requestId}");
            return 0;
        }
        catch (NotScheduledException refusal)
        {
            Console.WriteLine($"not scheduled: {refusal.Message}");
            return 1;
        }
        catch (Exception failure) when (failure is HttpRequestException || failure is TaskCanceledException)
        {
            // The message may be scheduled or not. The same request with the same id is never scheduled twice.
            var why = failure.GetBaseException().Message;
            Console.WriteLine($"unknown: {why}; send it again with the request id {requestId}");
            return 2;
        }
    }

    private static async Task Schedule(string address, string text, string requestId)
    {
        var body = new ScheduleRequest
        {
            RequestId = requestId,
            CascadeId = CascadeId,
            SubscriberFilter = new SubscriberFilter { Address = address, Type = "PHONE" },
            Content = new Content { SmsContent = new TextContent { ContentType = "TEXT", Text = text } },
        };
        using (var request = new HttpRequestMessage(HttpMethod.Post, Url + "/api/cascade/schedule"))
        {
            request.Headers.Add("x-api-key", ApiKey);
            request.Content = new ByteArrayContent(Json.Write(body));
            request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            using (var answer = await Client.SendAsync(request))
            {
                if (answer.IsSuccessStatusCode) return; // scheduled, whatever the body has
                throw new NotScheduledException(await ProblemOf(answer));
            }
        }
    }

    /// <summary>A refusal is a problem of the provider.</summary>
    /// <remarks>A proxy's page or a 5xx does not tell whether the message is scheduled.</remarks>
    private static async Task<Problem> ProblemOf(HttpResponseMessage answer)
    {
        var status = (int)answer.StatusCode;
        try
        {
            var problem = Json.Read<Problem>(await answer.Content.ReadAsByteArrayAsync());
            if (status < 500 && problem?.Title != null) return problem;
        }
        catch (SerializationException) { } // a page, or something else
        throw new HttpRequestException($"status {status}");
    }

    private static string Variable(string name, string otherwise) =>
        Environment.GetEnvironmentVariable(name) ?? otherwise;
}

/// <summary>The provider refused the request, and says why by a code.</summary>
internal sealed class NotScheduledException : Exception
{
    private const string Stages = "give one content object for each channel of the cascade";

    // What to do about some codes. The list of the contract grows, so a program must cope with others.
    private static readonly Dictionary<string, string> Advice = new Dictionary<string, string>
    {
        ["auth-error"] = "the key is wrong or has expired: ask for another",
        ["out-of-balance"] = "top up the account",
        ["requestId-is-not-unique"] = "this id was used before: a message with it may be scheduled",
        // The contract has two spellings of this one (§7.1).
        ["cascade-scheduling-request-is-not-valid"] = Stages,
        ["cascade-scheduling-request-not-valid"] = Stages,
    };

    public NotScheduledException(Problem problem) : base($"{problem.Title}: {AdviceOn(problem)}") { }

    private static string AdviceOn(Problem problem) =>
        Advice.TryGetValue(problem.Title, out var advice) ? advice : problem.Detail ?? "see the contract";
}

[DataContract]
internal sealed class Problem
{
    [DataMember(Name = "title")] public string Title { get; set; }
    [DataMember(Name = "detail")] public string Detail { get; set; }
}

[DataContract]
internal sealed class ScheduleRequest
{
    [DataMember(Name = "requestId")] public string RequestId { get; set; }
    [DataMember(Name = "cascadeId")] public int CascadeId { get; set; }
    [DataMember(Name = "subscriberFilter")] public SubscriberFilter SubscriberFilter { get; set; }
    [DataMember(Name = "content")] public Content Content { get; set; }
}

[DataContract]
internal sealed class SubscriberFilter
{
    [DataMember(Name = "address")] public string Address { get; set; }
    [DataMember(Name = "type")] public string Type { get; set; }
}

[DataContract]
internal sealed class Content
{
    [DataMember(Name = "smsContent")] public TextContent SmsContent { get; set; }
}

[DataContract]
internal sealed class TextContent
{
    [DataMember(Name = "contentType")] public string ContentType { get; set; }
    [DataMember(Name = "text")] public string Text { get; set; }
}
