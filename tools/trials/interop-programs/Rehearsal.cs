using System;
using System.Collections.Concurrent;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Cascade;

/// <summary>Receive, which tells what it handled, and waits and fails as `cascade-verify receiver` asks.</summary>
internal static class Rehearsal
{
    private static readonly string Handled = Environment.GetEnvironmentVariable("CASCADE_HANDLED");
    private static readonly ConcurrentDictionary<string, int> Runs = new ConcurrentDictionary<string, int>();
    private static readonly Func<StatusEvent, Task> Own = Receive.Handler;

    private static void Main()
    {
        Receive.Handler = RehearseAsync;
        Receive.Main();
    }

    /// <summary>By the comment: `verify waits fails`, a word for each run.</summary>
    private static async Task RehearseAsync(StatusEvent read)
    {
        var id = read.RequestId ?? "";
        var run = Runs.AddOrUpdate(id, 1, (key, former) => former + 1);
        var words = (read.Comment ?? "").Split(' ');
        var word = words[0] == "verify" && run < words.Length ? words[run] : "";
        if (word.Contains("waits")) await Task.Delay(TimeSpan.FromSeconds(2));
        if (word.Contains("fails")) throw new IOException("as the comment says");
        // A catch does not end an abort: it goes on after it.
        if (word.Contains("panics")) Thread.CurrentThread.Abort();
        await Own(read);
        lock (Runs) File.AppendAllText(Handled, id + "\n");
    }
}
