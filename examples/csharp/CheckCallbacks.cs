using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;

/// <summary>Checks <see cref="Callbacks"/> and <see cref="Outcomes"/> with the test vectors of the contract.</summary>
internal static class CheckCallbacks
{
    /// <returns>The code with which the program ends.</returns>
    public static int Report()
    {
        var callbacks = Read<Vector>("callbacks.json").Select(vector => (vector.Says, vector.Verdict, VerdictOn(vector)));
        var outcomes = Read<OutcomeVector>("outcomes.json").Select(vector => (vector.Says, vector.Outcome, OutcomeOf(vector)));
        var all = callbacks.Concat(outcomes).ToList();
        var wrong = all.Where(one => one.Item2 != one.Item3).ToList();
        wrong.ForEach(one => Console.WriteLine($"{one.Item1}: {one.Item3} instead of {one.Item2}"));
        Console.WriteLine($"{all.Count} vectors, {wrong.Count} wrong");
        return wrong.Count == 0 && all.Count > 40 ? 0 : 1;
    }

    private static List<T> Read<T>(string name)
    {
        var folder = Environment.GetEnvironmentVariable("CASCADE_VECTORS") ?? "../../spec/vectors/generated";
        return Json.Read<VectorFile<T>>(File.ReadAllBytes(Path.Combine(folder, name))).Vectors;
    }

    private static string OutcomeOf(OutcomeVector vector) =>
        Outcomes.Of(vector.Events, vector.Stages).ToString().ToLowerInvariant();

    private static string VerdictOn(Vector vector)
    {
        var callbacks = new Callbacks(vector.Secrets, () => DateTimeOffset.FromUnixTimeSeconds(vector.Now));
        var statusEvent = callbacks.Read(vector.Headers, Convert.FromBase64String(vector.Body));
        return statusEvent?.Status == null ? "invalid" : "valid";
    }
}

[DataContract]
internal sealed class VectorFile<T>
{
    [DataMember(Name = "vectors")] public List<T> Vectors { get; set; }
}

[DataContract]
internal sealed class OutcomeVector
{
    [DataMember(Name = "says")] public string Says { get; set; }
    [DataMember(Name = "stages")] public List<string> Stages { get; set; }
    [DataMember(Name = "events")] public List<StatusEvent> Events { get; set; }
    [DataMember(Name = "outcome")] public string Outcome { get; set; }
}

[DataContract]
internal sealed class Vector
{
    [DataMember(Name = "says")] public string Says { get; set; }
    [DataMember(Name = "secrets")] public List<string> Secrets { get; set; }
    [DataMember(Name = "now")] public long Now { get; set; }
    [DataMember(Name = "headers")] public Dictionary<string, string> Headers { get; set; }
    [DataMember(Name = "bodyBase64")] public string Body { get; set; }
    [DataMember(Name = "verdict")] public string Verdict { get; set; }
}
