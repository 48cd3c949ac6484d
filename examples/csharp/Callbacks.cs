using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.Serialization;
using System.Security.Cryptography;
using System.Text;

/// <summary>Some members of a status event. It has more, and <c>Error</c> may be a reason that no list has.</summary>
/// <remarks><c>RequestId</c> is null if the provider does not know it.</remarks>
[DataContract]
internal sealed class StatusEvent
{
    [DataMember(Name = "requestId")] public string RequestId { get; set; }
    [DataMember(Name = "status")] public string Status { get; set; }
    [DataMember(Name = "error")] public string Error { get; set; }
    [DataMember(Name = "cascadeStageUUID")] public string Stage { get; set; }
}

/// <summary>Reads the callbacks of a provider, which are signed as Standard Webhooks says.</summary>
/// <remarks>
/// Callbacks may arrive twice, and in another order: remember the header <c>webhook-id</c>, and ask for the history if
/// the order matters.
/// </remarks>
internal sealed class Callbacks
{
    private static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);

    private readonly byte[][] keys;
    private readonly Func<DateTimeOffset> clock;

    /// <param name="secrets">Each is <c>whsec_</c> and Base64. Two are current while one is replaced.</param>
    /// <param name="clock">Most programs pass <c>() => DateTimeOffset.UtcNow</c>.</param>
    public Callbacks(IEnumerable<string> secrets, Func<DateTimeOffset> clock)
    {
        keys = secrets.Select(secret => Convert.FromBase64String(secret.Substring("whsec_".Length))).ToArray();
        this.clock = clock;
    }

    /// <summary>The status event of a callback. Null: answer 401, and do nothing else.</summary>
    /// <param name="headers">By names in lower case.</param>
    /// <param name="body">The bytes as they were received, for they are signed.</param>
    public StatusEvent Read(IReadOnlyDictionary<string, string> headers, byte[] body)
    {
        headers.TryGetValue("webhook-id", out var id);
        headers.TryGetValue("webhook-timestamp", out var timestamp);
        headers.TryGetValue("webhook-signature", out var signatures);
        if (id == null || signatures == null || !IsRecent(timestamp)) return null;

        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        var given = signatures.Split(' '); // one for each current secret of the provider
        var isFromProvider = keys.Any(key => given.Any(one => AreEqual(one, Signature(key, signed))));
        return isFromProvider ? Json.Read<StatusEvent>(body) : null;
    }

    /// <summary>Whoever recorded an old callback cannot send it again.</summary>
    private bool IsRecent(string timestamp)
    {
        if (!int.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return false;
        return (clock() - DateTimeOffset.FromUnixTimeSeconds(seconds)).Duration() <= Tolerance;
    }

    private static string Signature(byte[] key, byte[] signed)
    {
        using (var hmac = new HMACSHA256(key))
        {
            return "v1," + Convert.ToBase64String(hmac.ComputeHash(signed));
        }
    }

    /// <summary>Takes equally long wherever they differ.</summary>
    private static bool AreEqual(string one, string other) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(one), Encoding.UTF8.GetBytes(other));
}
