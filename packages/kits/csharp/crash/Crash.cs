using System;
using System.Collections.Generic;
using System.Data.Common;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Cascade;
using Mono.Data.Sqlite;
using StandardWebhooks;

/// <summary>
/// Kills a receiver 100 times by SIGKILL while it handles events: none is lost, and none is handled twice but what was under
/// way. It runs in Mono, which brings SQLite.
/// </summary>
internal static class Crash
{
    private const int Kills = 100;
    private const int AtOnce = 4;
    private const int Killed = 128 + 9;
    private const string Secret = "whsec_a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=";
    private static readonly TimeSpan ClaimFor = TimeSpan.FromMilliseconds(100);
    private static readonly string[] Points =
        { "before the claim", "after the claim", "in the handler", "after the handler", "after the commit" };

    /// <summary>Without arguments it is the test; with some, the process that is killed.</summary>
    private static int Main(string[] arguments)
    {
        if (arguments.Length > 0) return Take(arguments[0], arguments[1], arguments.Skip(2).ToList());
        var folder = Path.Combine(Path.GetTempPath(), $"cascade-crash-{Guid.NewGuid()}");
        Directory.CreateDirectory(folder);
        try
        {
            Prepare(folder);
            Laws(folder);
            return Judge(folder) ? 0 : 1;
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    private static DbConnection Connect(string folder) =>
        new SqliteConnection($"Data Source={Path.Combine(folder, "ids.sqlite")}");

    private static void Prepare(string folder)
    {
        using (var connection = Connect(folder))
        {
            connection.Open();
            foreach (var sql in new[] { "pragma journal_mode = wal", DbIds.Table }) Run(connection, sql);
        }
    }

    private static void Run(DbConnection connection, string sql)
    {
        using (var command = connection.CreateCommand())
        {
            command.CommandText = sql;
            command.ExecuteNonQuery();
        }
    }

    /// <summary>Ids whose process dies at a point of the event with the id of the last one.</summary>
    private sealed class Dying : IIds
    {
        private readonly IIds ids;
        private readonly string point;
        private readonly string last;

        public Dying(IIds ids, string point, string last)
        {
            this.ids = ids;
            this.point = point;
            this.last = last;
        }

        public void Reach(string reached, string id)
        {
            if (reached != point || id != last) return;
            Process.Start("kill", $"-9 {Process.GetCurrentProcess().Id}");
            Thread.Sleep(TimeSpan.FromMinutes(1)); // until the signal arrives
        }

        public async Task<Claim> ClaimAsync(string id, string owner, TimeSpan expires)
        {
            Reach("before the claim", id);
            var claim = await ids.ClaimAsync(id, owner, expires);
            Reach("after the claim", id);
            return claim;
        }

        public async Task CommitAsync(string id, string owner)
        {
            Reach("after the handler", id);
            await ids.CommitAsync(id, owner);
            Reach("after the commit", id);
        }

        public Task ReleaseAsync(string id, string owner) => ids.ReleaseAsync(id, owner);
    }

    /// <summary>Takes events in turn, a few at once, until the middle one ends the process.</summary>
    private static int Take(string folder, string point, List<string> events)
    {
        var ids = new Dying(new DbIds(() => Connect(folder)), point, events[events.Count / 2]);
        var receiver = new Receiver(new[] { Secret }, ids) { ClaimFor = ClaimFor, Log = Console.Error.WriteLine };
        var threads = Enumerable.Range(0, AtOnce).Select(first => new Thread(() =>
        {
            foreach (var id in events.Where((_, place) => place % AtOnce == first))
            {
                var status = Receive(receiver, id, read =>
                {
                    Write(folder, "handled", read.RequestId);
                    ids.Reach("in the handler", read.RequestId);
                });
                if (status == 200) Write(folder, "answered", id);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return 0;
    }

    private static int Receive(Receiver receiver, string id, Action<StatusEvent> handle)
    {
        var now = DateTimeOffset.UtcNow;
        var body = $"{{\"requestId\":\"{id}\",\"status\":\"SENT\"}}";
        var headers = new WebHeaderCollection
        {
            ["webhook-id"] = id,
            ["webhook-timestamp"] = now.ToUnixTimeSeconds().ToString(),
            ["webhook-signature"] = new Webhook(Secret).Sign(id, now, body),
        };
        return receiver.Receive("POST", headers, Encoding.UTF8.GetBytes(body), handle);
    }

    /// <summary>A thread at a time, and each line at once, so that a kill tears none.</summary>
    private static void Write(string folder, string name, string line)
    {
        lock (Points)
            using (var file = new FileStream(Path.Combine(folder, name), FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
            {
                var bytes = Encoding.UTF8.GetBytes(line + "\n");
                file.Write(bytes, 0, bytes.Length);
            }
    }

    private static List<string> Lines(string folder, string name)
    {
        var file = Path.Combine(folder, name);
        return File.Exists(file) ? File.ReadAllLines(file).ToList() : new List<string>();
    }

    private static HashSet<string> Committed(string folder)
    {
        var found = new HashSet<string>();
        using (var connection = Connect(folder))
        using (var command = connection.CreateCommand())
        {
            connection.Open();
            command.CommandText = "select id from cascade_callbacks where handled = 1";
            using (var rows = command.ExecuteReader())
                while (rows.Read()) found.Add(rows.GetString(0));
        }
        return found;
    }

    private static int RunUntilKilled(string folder, string point, IEnumerable<string> events)
    {
        var self = Process.GetCurrentProcess().MainModule.FileName;
        var arguments = new[] { typeof(Crash).Assembly.Location, folder, point }.Concat(events).Select(one => $"\"{one}\"");
        var start = new ProcessStartInfo(self, string.Join(" ", arguments)) { UseShellExecute = false };
        using (var process = Process.Start(start))
        {
            if (process.WaitForExit(60000)) return process.ExitCode;
            process.Kill();
            throw new TimeoutException("expected an end");
        }
    }

    private static bool Judge(string folder)
    {
        var events = new List<string>();
        var underWay = new HashSet<string>();
        var killed = 0;
        for (var runs = 0; killed < Kills; runs++)
        {
            if (runs > 10 * Kills) throw new TimeoutException($"expected kills, got {killed} of {runs} processes");
            // The provider sends what has no answer, the oldest first, and then new events.
            var unanswered = events.Except(Lines(folder, "answered")).ToList();
            while (unanswered.Count < 2 * AtOnce)
            {
                events.Add($"event-{events.Count}");
                unanswered.Add(events.Last());
            }
            if (RunUntilKilled(folder, Points[killed % Points.Length], unanswered) == Killed) killed++;
            underWay.UnionWith(unanswered.Except(Committed(folder)));
            Thread.Sleep(ClaimFor); // the claims of the dead expire
        }
        var receiver = new Receiver(new[] { Secret }, new DbIds(() => Connect(folder))) { Log = Console.Error.WriteLine };
        var open = events.Count(id => Receive(receiver, id, read => Write(folder, "handled", read.RequestId)) != 200);
        return Report(folder, events, underWay, open);
    }

    private static bool Report(string folder, List<string> events, HashSet<string> underWay, int open)
    {
        var handled = Lines(folder, "handled");
        var lost = events.Except(handled).Count();
        var twice = handled.GroupBy(id => id).Where(one => one.Count() > 1).Select(one => one.Key).ToList();
        var wrong = twice.Count(id => !underWay.Contains(id));
        Console.WriteLine(
            $"{Kills} kills, {events.Count} events: {lost} lost, {open} not answered, " +
            $"{twice.Count} handled twice, {wrong} of them not under way at a kill");
        return lost == 0 && open == 0 && wrong == 0;
    }

    /// <summary>The laws of a store, in the database as well.</summary>
    private static void Laws(string folder)
    {
        var ids = new DbIds(() => Connect(folder));
        Func<string, int, Claim> claim = (owner, seconds) => ids.ClaimAsync("law", owner, TimeSpan.FromSeconds(seconds)).Result;
        Same(Claim.New, claim("one", 0));
        Same(Claim.New, claim("two", 3600));
        ids.ReleaseAsync("law", "one").Wait(); // of another owner by now
        Same(Claim.Busy, claim("three", 3600));
        ids.ReleaseAsync("law", "two").Wait();
        Same(Claim.New, claim("four", 3600));
        ids.CommitAsync("law", "one").Wait(); // it is handled, though the claim had expired
        ids.ReleaseAsync("law", "four").Wait();
        Same(Claim.Seen, claim("five", 3600));
        ids.PruneAsync().Wait();
        Same(Claim.Seen, claim("six", 3600));
        using (var connection = Connect(folder))
        {
            connection.Open();
            Run(connection, "update cascade_callbacks set until = 0");
        }
        ids.PruneAsync().Wait();
        Same(Claim.New, claim("seven", 3600));
    }

    private static void Same(Claim expected, Claim found)
    {
        if (expected != found) throw new InvalidOperationException($"expected {expected}, found {found}");
    }
}
