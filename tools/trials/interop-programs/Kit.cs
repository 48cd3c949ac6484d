using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading.Tasks;
using Cascade;

/// <summary>Sends the message of each line of a file through the kit, and prints what came of it.</summary>
internal static class Kit
{
    private static void Main(string[] arguments)
    {
        foreach (var line in File.ReadLines(arguments[0])) Console.WriteLine(Written(OutcomeAsync(Read(line)).GetAwaiter().GetResult()));
    }

    private static async Task<Seen> OutcomeAsync(Step step)
    {
        var cascade = new CascadeClient(step.Url, step.Key) { UsedIdMeansAccepted = step.Options.UsedIdMeansAccepted };
        cascade.Attempts = step.Options.Attempts ?? cascade.Attempts;
        if (step.Options.Timeout is double seconds) cascade.Timeout = TimeSpan.FromSeconds(seconds);
        try
        {
            return new Seen { Kind = "scheduled", Replayed = (await cascade.ScheduleAsync(step.Message)).Replayed };
        }
        catch (RefusedException refused)
        {
            return new Seen
            {
                Kind = "problem",
                Code = refused.Facts?.Name ?? refused.Title,
                Status = refused.Status,
                Retry = refused.Facts?.Retry,
                Violations = refused.Violations
                    .Select(one => new object[] { one.CascadeId, one.Channel, one.Stage ?? "" }).ToList(),
            };
        }
        catch (UnknownOutcomeException unknown)
        {
            return new Seen { Kind = "unknown", Code = (unknown.InnerException as RefusedException)?.Facts?.Name };
        }
        catch (CascadeException other)
        {
            return new Seen { Kind = other.GetType().Name };
        }
    }

    private static Step Read(string line)
    {
        using (var stream = new MemoryStream(Encoding.UTF8.GetBytes(line)))
            return (Step)new DataContractJsonSerializer(typeof(Step)).ReadObject(stream);
    }

    private static string Written(Seen seen)
    {
        using (var stream = new MemoryStream())
        {
            new DataContractJsonSerializer(typeof(Seen)).WriteObject(stream, seen);
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    [DataContract]
    private sealed class Step
    {
        [DataMember(Name = "url")] public string Url { get; set; }
        [DataMember(Name = "key")] public string Key { get; set; }
        [DataMember(Name = "message")] public Message<Content> Message { get; set; }
        [DataMember(Name = "options")] public Options Options { get; set; }
    }

    [DataContract]
    private sealed class Options
    {
        [DataMember(Name = "attempts")] public int? Attempts { get; set; }
        [DataMember(Name = "timeout")] public double? Timeout { get; set; }
        [DataMember(Name = "usedIdMeansAccepted")] public bool UsedIdMeansAccepted { get; set; }
    }

    [DataContract]
    private sealed class Content
    {
        [DataMember(Name = "smsContent")] public SmsText Sms { get; set; }
    }

    [DataContract]
    private sealed class SmsText
    {
        [DataMember(Name = "contentType")] public string Type { get; set; }
        [DataMember(Name = "text")] public string Text { get; set; }
    }

    [DataContract]
    private sealed class Seen
    {
        [DataMember(Name = "kind")] public string Kind { get; set; }
        [DataMember(Name = "code", EmitDefaultValue = false)] public string Code { get; set; }
        [DataMember(Name = "status", EmitDefaultValue = false)] public int Status { get; set; }
        [DataMember(Name = "retry", EmitDefaultValue = false)] public string Retry { get; set; }
        [DataMember(Name = "replayed")] public bool Replayed { get; set; }
        [DataMember(Name = "violations", EmitDefaultValue = false)] public List<object[]> Violations { get; set; }
    }
}
