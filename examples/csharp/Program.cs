using System;
using System.Linq;

internal static class Program
{
    /// <summary><c>send [address] [text] [request id]</c>, or <c>check</c>.</summary>
    private static int Main(string[] arguments)
    {
        if (arguments.FirstOrDefault() == "check") return CheckCallbacks.Report();
        var sending = Send.Report(
            arguments.ElementAtOrDefault(1) ?? "+12025550100",
            arguments.ElementAtOrDefault(2) ?? "Code 4821",
            arguments.ElementAtOrDefault(3) ?? Guid.NewGuid().ToString());
        return sending.GetAwaiter().GetResult(); // Mono's compiler knows no Main that is async
    }
}
