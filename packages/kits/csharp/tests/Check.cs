using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using Cascade;
using StandardWebhooks;

/// <summary>
/// Runs a test for each row of the vectors, and the other tests: by their own main function, without an SDK.
/// </summary>
internal static class Check
{
    private static readonly List<string> Wrong = new List<string>();
    private static int count;

    private static int Main()
    {
        foreach (var vector in Read<Callback>("callbacks.json")) Test(vector.Says, () => Verdict(vector));
        foreach (var vector in Read<OutcomeVector>("outcomes.json")) Test(vector.Says, () => Outcomes(vector));
        foreach (var error in new[] { "no-template-match", "not-template-match" })
            Test(error, () => Same(UndeliveredReason.NoTemplateMatch, Facts.ReasonOf(error)));
        Test("a code of a later version", () => Same(ProblemCode.Unlisted, Facts.CodeOf("of-a-later-version")));
        Calls.Run();
        Receptions.Run();
        ClientTests.Run();
        Wrong.ForEach(Console.WriteLine);
        Console.WriteLine($"{count - Wrong.Count} passed, {Wrong.Count} failed");
        return Wrong.Count == 0 && count > 200 ? 0 : 1;
    }

    public static void Test(string says, Action test)
    {
        count++;
        try
        {
            test();
        }
        catch (Exception failure)
        {
            Wrong.Add($"{says}: {failure.GetBaseException()}");
        }
    }

    public static void Same<T>(T expected, T found, string what = "")
    {
        if (!Equals(expected, found)) throw new InvalidOperationException($"{what}: expected {expected}, found {found}");
    }

    public static void Has(string part, string text)
    {
        if (!text.Contains(part)) throw new InvalidOperationException($"expected {part} in {text}");
    }

    public static void HasNot(string part, string text)
    {
        if (text.Contains(part)) throw new InvalidOperationException($"expected no {part} in {text}");
    }

    /// <summary>The exception of this kind, which the function must throw.</summary>
    public static TException Throws<TException>(Action run)
        where TException : Exception
    {
        try
        {
            run();
        }
        catch (Exception thrown)
        {
            return thrown as TException ??
                throw new InvalidOperationException($"expected {typeof(TException).Name}, found {thrown}");
        }
        throw new InvalidOperationException($"expected {typeof(TException).Name}");
    }

    public static List<T> Read<T>(string name)
    {
        var folder = Environment.GetEnvironmentVariable("CASCADE_VECTORS") ?? "../../../spec/vectors/generated";
        var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };
        using (var file = File.OpenRead(Path.Combine(folder, name)))
            return ((VectorFile<T>)new DataContractJsonSerializer(typeof(VectorFile<T>), settings).ReadObject(file)).Vectors;
    }

    private static void Verdict(Callback vector)
    {
        var body = Convert.FromBase64String(vector.Body);
        var headers = SentNow(vector.Headers, body, vector.Secrets, vector.Now);
        var receiver = new Receiver(vector.Secrets);
        var verdict = "valid";
        try
        {
            receiver.Read(headers, body);
        }
        catch (RefusalException refusal)
        {
            Same(401, refusal.Status);
            verdict = "invalid";
        }
        Same(vector.Verdict, verdict);
    }

    private static void Outcomes(OutcomeVector vector)
    {
        var events = vector.Events.Select(one => new StatusEvent { Status = one.Status, Stage = one.Stage }).ToList();
        Same(vector.Outcome, StatusEvent.OutcomeOf(events, vector.Stages).ToString().ToLowerInvariant());
    }

    /// <summary>
    /// The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old, and
    /// each signature that is right is replaced by that of the new time.
    /// </summary>
    public static WebHeaderCollection SentNow(
        Dictionary<string, string> sent, byte[] bytes, IEnumerable<string> secrets, long now)
    {
        var body = Encoding.UTF8.GetString(bytes);
        var headers = new WebHeaderCollection();
        foreach (var header in sent) headers[header.Key] = header.Value;
        if (!long.TryParse(headers["webhook-timestamp"], out var seconds)) return headers;
        var sentAt = DateTimeOffset.FromUnixTimeSeconds(seconds);
        var moved = DateTimeOffset.UtcNow + (sentAt - DateTimeOffset.FromUnixTimeSeconds(now));
        headers["webhook-timestamp"] = moved.ToUnixTimeSeconds().ToString();
        foreach (var webhook in secrets.Select(secret => new Webhook(secret)))
        {
            var id = headers["webhook-id"];
            headers["webhook-signature"] =
                headers["webhook-signature"]?.Replace(webhook.Sign(id, sentAt, body), webhook.Sign(id, moved, body));
        }
        return headers;
    }

    [DataContract]
    private sealed class VectorFile<T>
    {
        [DataMember(Name = "vectors")] public List<T> Vectors { get; set; }
    }

    [DataContract]
    private sealed class OutcomeVector
    {
        [DataMember(Name = "says")] public string Says { get; set; }
        [DataMember(Name = "stages")] public List<string> Stages { get; set; }
        [DataMember(Name = "events")] public List<Step> Events { get; set; }
        [DataMember(Name = "outcome")] public string Outcome { get; set; }
    }

    [DataContract]
    private sealed class Step
    {
        [DataMember(Name = "status")] public string Status { get; set; }
        [DataMember(Name = "cascadeStageUUID")] public string Stage { get; set; }
    }

    [DataContract]
    private sealed class Callback
    {
        [DataMember(Name = "says")] public string Says { get; set; }
        [DataMember(Name = "secrets")] public List<string> Secrets { get; set; }
        [DataMember(Name = "now")] public long Now { get; set; }
        [DataMember(Name = "headers")] public Dictionary<string, string> Headers { get; set; }
        [DataMember(Name = "bodyBase64")] public string Body { get; set; }
        [DataMember(Name = "verdict")] public string Verdict { get; set; }
    }
}
