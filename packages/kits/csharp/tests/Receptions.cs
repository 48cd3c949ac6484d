using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Runtime.Serialization;
using System.Threading;
using System.Threading.Tasks;
using Cascade;

/// <summary>What the receiver answers, and how often its handler runs: a test for each row of receptions.json.</summary>
internal static class Receptions
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);

    public static void Run()
    {
        foreach (var row in Check.Read<Row>("receptions.json"))
            Check.Test(row.Says, () =>
            {
                if (row.Starts) new Reception(row).Judge();
                else RefusesToStart(row);
            });
        Check.Test("the log says why a callback is refused", SaysWhy);
        Check.Test("a claim expires", ClaimExpires);
        Check.Test("the latest ids are kept", LatestAreKept);
    }

    private static void RefusesToStart(Row row)
    {
        var error = Check.Throws<ArgumentException>(() => new Receiver(row.Secrets));
        Check.Same(true, error.Message.StartsWith("secrets") && error.Message.Contains(": expected"), error.Message);
    }

    private static void SaysWhy()
    {
        var said = new List<string>();
        var receiver = new Receiver(new[] { new string('a', 32) }) { Log = said.Add };
        Check.Same(401, receiver.Receive("POST", new WebHeaderCollection(), new byte[0], read => { }));
        Check.Same("cascade: a callback is answered 401: Missing Required Headers", said.Single());
    }

    private static void ClaimExpires()
    {
        var ids = new RecentIds();
        Func<string, TimeSpan, Claim> claim = (owner, expires) => ids.ClaimAsync("a", owner, expires).Result;
        Check.Same(Claim.New, claim("one", TimeSpan.Zero));
        Check.Same(Claim.New, claim("two", Long));
        ids.ReleaseAsync("a", "one").Wait(); // of another owner by now
        Check.Same(Claim.Busy, claim("three", Long));
        ids.ReleaseAsync("a", "two").Wait();
        Check.Same(Claim.New, claim("four", Long));
        ids.CommitAsync("a", "one").Wait(); // it is handled, though the claim had expired
        ids.ReleaseAsync("a", "four").Wait();
        Check.Same(Claim.Seen, claim("five", Long));
    }

    private static void LatestAreKept()
    {
        var ids = new RecentIds(2);
        Func<char, string, Claim> claim = (id, owner) => ids.ClaimAsync(id.ToString(), owner, Long).Result;
        foreach (var id in "abcde") claim(id, "one");
        Check.Same("Busy Busy Busy", string.Join(" ", "edc".Select(id => claim(id, "two"))));
        Check.Same(Claim.New, claim('a', "two"));
    }

    /// <summary>Ids of which one function fails.</summary>
    private sealed class Failing : IIds
    {
        private readonly IIds ids = new RecentIds();
        private readonly string name;

        public Failing(string name)
        {
            this.name = name;
        }

        private void Fail(string called)
        {
            if (called == name) throw new TimeoutException("the store is away");
        }

        public Task<Claim> ClaimAsync(string id, string owner, TimeSpan expires)
        {
            Fail("claim");
            return ids.ClaimAsync(id, owner, expires);
        }

        public Task CommitAsync(string id, string owner)
        {
            Fail("commit");
            return ids.CommitAsync(id, owner);
        }

        public Task ReleaseAsync(string id, string owner)
        {
            Fail("release");
            return ids.ReleaseAsync(id, owner);
        }
    }

    private sealed class Reception
    {
        private readonly Row row;
        private readonly Receiver receiver;
        private readonly List<StatusEvent> events = new List<StatusEvent>();
        private readonly List<string> said = new List<string>();
        private readonly SemaphoreSlim waits = new SemaphoreSlim(0);
        private readonly SemaphoreSlim goesOn = new SemaphoreSlim(0);

        public Reception(Row row)
        {
            this.row = row;
            receiver = new Receiver(row.Secrets, new Failing(row.Store)) { LongestBody = row.Longest ?? 65536, Log = said.Add };
        }

        public void Judge()
        {
            var answers = new int[row.Requests.Count];
            Task<int> first = null;
            var waiting = -1;
            Action goOn = () =>
            {
                if (waiting < 0) return;
                goesOn.Release();
                Check.Same(true, first.Wait(Long), "the first ends");
                answers[waiting] = first.Result;
                waiting = -1;
            };
            for (var number = 0; number < answers.Length; number++)
            {
                var request = row.Requests[number];
                if (!request.Meanwhile) goOn();
                if (!request.Meanwhile && row.Requests.ElementAtOrDefault(number + 1)?.Meanwhile == true)
                {
                    waiting = number;
                    first = Task.Run(() => SendAsync(request));
                    Check.Same(true, waits.Wait(Long), "the handler runs");
                    continue;
                }
                answers[number] = SendAsync(request).GetAwaiter().GetResult();
            }
            goOn();
            Check.Same(string.Join(" ", row.Requests.Select(one => one.Answer)), string.Join(" ", answers));
            Check.Same(row.Handled, events.Count, "handled");
            var isRefused = answers.Any(one => one == 400 || one == 401 || one == 413);
            Check.Same(isRefused, said.Any(one => one.Contains("a callback is answered 4")), "the log");
            if (row.Event != null) CheckEvent();
        }

        private Task<int> SendAsync(Sent request)
        {
            var body = Convert.FromBase64String(request.Body);
            var headers = Check.SentNow(request.Headers, body, row.Secrets, row.Now);
            return receiver.ReceiveAsync(request.Method, headers, body, HandleAsync);
        }

        private async Task HandleAsync(StatusEvent read)
        {
            events.Add(read);
            var does = row.Handler.ElementAtOrDefault(events.Count - 1) ?? "";
            if (does.StartsWith("waits"))
            {
                waits.Release();
                Check.Same(true, await goesOn.WaitAsync(Long), "it goes on");
            }
            if (does == "panics") throw new NullReferenceException();
            if (does.EndsWith("fails")) throw new TimeoutException("the disk is full");
        }

        private void CheckEvent()
        {
            var read = events[0];
            Check.Same(row.Event.Reason, read.Reason == null ? null : Facts.Of(read.Reason.Value)?.Name ?? read.Error);
            Check.Same(row.Event.RequestId, read.RequestId);
            Check.Same(row.Event.Status, read.Status);
            Check.Same(row.Event.StatusAt, read.StatusAt);
            Check.Same(row.Event.Stage, read.Stage);
            Check.Same(row.Event.ChannelType, read.ChannelType);
            Check.Same(row.Event.CascadeId, read.CascadeId);
            Check.Same(row.Event.MessageId, read.MessageId);
            Check.Same(row.Event.Subject, read.Subject);
            Check.Same(row.Event.SubjectId, read.SubjectId);
            Check.Same(row.Event.Comment, read.Comment);
            Check.Same(row.Requests[0].Body, Convert.ToBase64String(read.Raw));
        }
    }

    [DataContract]
    private sealed class Row
    {
        [DataMember(Name = "says")] public string Says { get; set; }
        [DataMember(Name = "secrets")] public List<string> Secrets { get; set; }
        [DataMember(Name = "now")] public long Now { get; set; }
        [DataMember(Name = "starts")] public bool Starts { get; set; }
        [DataMember(Name = "handler")] public List<string> Handler { get; set; }
        [DataMember(Name = "store")] public string Store { get; set; }
        [DataMember(Name = "longest")] public int? Longest { get; set; }
        [DataMember(Name = "requests")] public List<Sent> Requests { get; set; }
        [DataMember(Name = "handled")] public int Handled { get; set; }
        [DataMember(Name = "event")] public Fields Event { get; set; }
    }

    [DataContract]
    private sealed class Sent
    {
        [DataMember(Name = "method")] public string Method { get; set; }
        [DataMember(Name = "headers")] public Dictionary<string, string> Headers { get; set; }
        [DataMember(Name = "bodyBase64")] public string Body { get; set; }
        [DataMember(Name = "meanwhile")] public bool Meanwhile { get; set; }
        [DataMember(Name = "answer")] public int Answer { get; set; }
    }

    [DataContract]
    private sealed class Fields
    {
        [DataMember(Name = "requestId")] public string RequestId { get; set; }
        [DataMember(Name = "status")] public string Status { get; set; }
        [DataMember(Name = "reason")] public string Reason { get; set; }
        [DataMember(Name = "statusAt")] public string StatusAt { get; set; }
        [DataMember(Name = "cascadeStageUUID")] public string Stage { get; set; }
        [DataMember(Name = "channelType")] public string ChannelType { get; set; }
        [DataMember(Name = "cascadeId")] public long? CascadeId { get; set; }
        [DataMember(Name = "messageId")] public long? MessageId { get; set; }
        [DataMember(Name = "subject")] public string Subject { get; set; }
        [DataMember(Name = "subjectId")] public long? SubjectId { get; set; }
        [DataMember(Name = "comment")] public string Comment { get; set; }
    }
}
