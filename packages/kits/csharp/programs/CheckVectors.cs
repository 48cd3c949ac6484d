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

/// <summary>Checks that every callback of the test vectors gets its verdict and is handled once, and every outcome.</summary>
internal static class CheckVectors
{
    private static readonly List<string> Wrong = new List<string>();

    private static int Main()
    {
        var callbacks = Read<Callback>("callbacks.json");
        foreach (var vector in callbacks) Check(vector);
        var outcomes = Read<OutcomeVector>("outcomes.json");
        foreach (var vector in outcomes)
            Same(vector.Says, vector.Outcome, StatusEvent.OutcomeOf(vector.Events, vector.Stages).ToString().ToLowerInvariant());
        foreach (var error in new[] { "no-template-match", "not-template-match" })
            Same(error, UndeliveredReason.NoTemplateMatch, Facts.ReasonOf(error));
        Same("a code of a later version", ProblemCode.Unlisted, Facts.CodeOf("of-a-later-version"));
        Wrong.ForEach(Console.WriteLine);
        Console.WriteLine($"{callbacks.Count + outcomes.Count} vectors, {Wrong.Count} wrong");
        return Wrong.Count == 0 && callbacks.Count + outcomes.Count > 40 ? 0 : 1;
    }

    private static void Check(Callback vector)
    {
        var body = Convert.FromBase64String(vector.Body);
        var headers = SentNow(vector, Encoding.UTF8.GetString(body));
        var receiver = new Receiver(vector.Secrets);
        var isValid = receiver.Read(headers, body) != null;
        Same(vector.Says, vector.Verdict, isValid ? "valid" : "invalid");
        var handled = 0;
        Action<StatusEvent> handle = _ =>
        {
            if (++handled == 1) throw new IOException("the disk is full");
        };
        var answers = Enumerable.Range(0, 3).Select(_ => AnswerOf(() => receiver.Receive(headers, body, handle))).ToList();
        Same(vector.Says, isValid ? "500 204 204" : "401 401 401", string.Join(" ", answers));
        Same(vector.Says, isValid ? 2 : 0, handled);
    }

    private static int AnswerOf(Func<int> receive)
    {
        try
        {
            return receive();
        }
        catch (IOException)
        {
            return 500;
        }
    }

    /// <summary>
    /// The library reads the clock of the machine, so the callback is moved: its time by as much as the vector is old, and
    /// each signature that is right is replaced by that of the new time.
    /// </summary>
    private static WebHeaderCollection SentNow(Callback vector, string body)
    {
        var headers = new WebHeaderCollection();
        foreach (var header in vector.Headers) headers[header.Key] = header.Value;
        if (!long.TryParse(headers["webhook-timestamp"], out var seconds)) return headers;
        var sentAt = DateTimeOffset.FromUnixTimeSeconds(seconds);
        var moved = DateTimeOffset.UtcNow + (sentAt - DateTimeOffset.FromUnixTimeSeconds(vector.Now));
        headers["webhook-timestamp"] = moved.ToUnixTimeSeconds().ToString();
        foreach (var webhook in vector.Secrets.Select(secret => new Webhook(secret)))
        {
            var id = headers["webhook-id"];
            headers["webhook-signature"] =
                headers["webhook-signature"]?.Replace(webhook.Sign(id, sentAt, body), webhook.Sign(id, moved, body));
        }
        return headers;
    }

    private static void Same<T>(string says, T expected, T found)
    {
        if (!Equals(expected, found)) Wrong.Add($"{says}: expected {expected}, found {found}");
    }

    private static List<T> Read<T>(string name)
    {
        var folder = Environment.GetEnvironmentVariable("CASCADE_VECTORS") ?? "../../../spec/vectors/generated";
        var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };
        using (var file = File.OpenRead(Path.Combine(folder, name)))
            return ((VectorFile<T>)new DataContractJsonSerializer(typeof(VectorFile<T>), settings).ReadObject(file)).Vectors;
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
        [DataMember(Name = "events")] public List<StatusEvent> Events { get; set; }
        [DataMember(Name = "outcome")] public string Outcome { get; set; }
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
