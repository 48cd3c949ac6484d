using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Runtime.Serialization;
using System.Text;
using StandardWebhooks;
using StandardWebhooks.Exceptions;

namespace Cascade
{
    /// <summary>A status event (§3). A status or reason that is not listed is possible, and ids may be null.</summary>
    [DataContract]
    public sealed class StatusEvent
    {
        private static readonly string[] Failures = { "UNDELIVERED", "FAILED", "CANCELLED" };

        [DataMember(Name = "requestId")] public string RequestId { get; private set; }
        [DataMember(Name = "status")] public string Status { get; private set; }
        [DataMember(Name = "error")] public string Error { get; private set; }
        [DataMember(Name = "cascadeStageUUID")] public string Stage { get; private set; }

        /// <summary>Null if there is none; Unlisted if it is of a later version: then Error tells.</summary>
        public UndeliveredReason? Reason => Error == null ? (UndeliveredReason?)null : Facts.ReasonOf(Error);

        /// <summary>What became of a message (ADR-0048).</summary>
        /// <param name="events">Those of one message so far.</param>
        /// <param name="stages">The UUIDs of its stages, in order.</param>
        public static Outcome OutcomeOf(IReadOnlyCollection<StatusEvent> events, IReadOnlyList<string> stages)
        {
            if (events.Any(one => one.Status == "DELIVERED" || one.Status == "READ")) return Outcome.Delivered;
            return events.Any(one => one.EndsMessage(stages.LastOrDefault())) ? Outcome.Failed : Outcome.Open;
        }

        private bool EndsMessage(string last)
        {
            if (Status == "EXPIRED") return true;
            var isLast = Stage == null || string.Equals(Stage, last, StringComparison.OrdinalIgnoreCase);
            return isLast && Failures.Contains(Status);
        }
    }

    public enum Outcome
    {
        Delivered,
        Failed,

        /// <summary>A stage may still deliver it.</summary>
        Open,
    }

    /// <summary>Remembers ids of callbacks; yours may be a table with a unique column.</summary>
    public interface IIds
    {
        /// <summary>Whether the id is new.</summary>
        bool Add(string id);
        void Discard(string id);
    }

    /// <summary>Receives callbacks: verified, parsed, and each handled once. It serves all threads.</summary>
    public sealed class Receiver
    {
        private readonly Webhook[] webhooks;
        private readonly IIds ids;

        /// <param name="secrets">Two are current while one is replaced.</param>
        /// <param name="ids">The latest 100,000 are in memory if it is null.</param>
        public Receiver(IEnumerable<string> secrets, IIds ids = null)
        {
            webhooks = secrets.Select(secret => new Webhook(secret)).ToArray();
            this.ids = ids ?? new RecentIds();
        }

        /// <summary>The event of a callback; null if it is not from the provider.</summary>
        /// <param name="headers">By names in any case.</param>
        /// <param name="body">The bytes as they were received, for they are signed.</param>
        public StatusEvent Read(WebHeaderCollection headers, byte[] body)
        {
            if (!(headers["webhook-timestamp"] ?? "").All(char.IsDigit)) return null;
            var text = Encoding.UTF8.GetString(body);
            foreach (var webhook in webhooks)
                try
                {
                    webhook.Verify(text, headers);
                    var read = Json.Read<StatusEvent>(new MemoryStream(body));
                    return read?.Status == null ? null : read;
                }
                catch (Exception invalid) when (invalid is WebhookVerificationException || invalid is SerializationException) { }
            return null;
        }

        /// <summary>Handles a callback that is new; returns the status to answer with.</summary>
        /// <remarks>
        /// <paramref name="handle"/> stores the event and returns: the provider waits some seconds, then sends it again
        /// (ADR-0018). If it throws, answer 500: the callback is handled when it comes again.
        /// </remarks>
        public int Receive(WebHeaderCollection headers, byte[] body, Action<StatusEvent> handle)
        {
            var read = Read(headers, body);
            if (read == null) return 401;
            var id = headers["webhook-id"];
            if (!ids.Add(id)) return 204;
            try
            {
                handle(read);
                return 204;
            }
            catch
            {
                ids.Discard(id);
                throw;
            }
        }

        private sealed class RecentIds : IIds
        {
            private HashSet<string> young = new HashSet<string>();
            private HashSet<string> former = new HashSet<string>();

            public bool Add(string id)
            {
                lock (this)
                {
                    if (former.Contains(id) || !young.Add(id)) return false;
                    if (young.Count >= 50000) (former, young) = (young, new HashSet<string>());
                    return true;
                }
            }

            public void Discard(string id)
            {
                lock (this)
                {
                    young.Remove(id);
                    former.Remove(id);
                }
            }
        }
    }
}
