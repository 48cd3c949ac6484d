using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>What has become of a message (ADR-0048).</summary>
internal enum Outcome
{
    Delivered,
    Failed,

    /// <summary>A stage may still deliver it.</summary>
    Open,
}

internal static class Outcomes
{
    private static readonly string[] Failures = { "UNDELIVERED", "FAILED", "CANCELLED" };

    /// <summary>UNDELIVERED ends a stage: only the last one, or an event without a stage, ends the message.</summary>
    /// <param name="events">Those of one message so far, in any order.</param>
    /// <param name="stages">The UUIDs of its stages, in order.</param>
    public static Outcome Of(IReadOnlyCollection<StatusEvent> events, IReadOnlyList<string> stages)
    {
        if (events.Any(one => one.Status == "DELIVERED" || one.Status == "READ")) return Outcome.Delivered;
        return events.Any(one => EndsMessage(one, stages.LastOrDefault())) ? Outcome.Failed : Outcome.Open;
    }

    private static bool EndsMessage(StatusEvent one, string last)
    {
        if (one.Status == "EXPIRED") return true;
        var isLast = one.Stage == null || string.Equals(one.Stage, last, StringComparison.OrdinalIgnoreCase);
        return isLast && Failures.Contains(one.Status);
    }
}
