using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;

/// <summary>Checks <see cref="Callbacks"/> with the test vectors of the contract.</summary>
internal static class CheckCallbacks
{
    /// <returns>The code with which the program ends.</returns>
    public static int Report()
    {
        var file = Environment.GetEnvironmentVariable("CASCADE_VECTORS");
        file = file ?? "../../spec/vectors/generated/callbacks.json";
        var vectors = Json.Read<VectorFile>(File.ReadAllBytes(file)).Vectors;
        var wrong = vectors.Where(vector => VerdictOn(vector) != vector.Verdict).ToList();
        wrong.ForEach(vector => Console.WriteLine($"{vector.Says}: not {vector.Verdict}"));
        Console.WriteLine($"{vectors.Count} callbacks, {wrong.Count} wrong");
        return wrong.Count == 0 && vectors.Count > 20 ? 0 : 1;
    }

    private static string VerdictOn(Vector vector)
    {
        var callbacks = new Callbacks(vector.Secrets, () => DateTimeOffset.FromUnixTimeSeconds(vector.Now));
        var statusEvent = callbacks.Read(vector.Headers, Convert.FromBase64String(vector.Body));
        return statusEvent?.RequestId == null ? "invalid" : "valid";
    }
}

[DataContract]
internal sealed class VectorFile
{
    [DataMember(Name = "vectors")] public List<Vector> Vectors { get; set; }
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
