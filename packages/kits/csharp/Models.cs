using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;

namespace Cascade
{
    /// <summary>A scheduling request (§2.1).</summary>
    /// <typeparam name="TContent">A data contract with smsContent, chatoneContent and chattwoContent.</typeparam>
    [DataContract]
    public sealed class Message<TContent>
    {
        /// <summary>A call makes one if it is null.</summary>
        [DataMember(Name = "requestId")] public string RequestId { get; set; }
        [DataMember(Name = "cascadeId")] public int CascadeId { get; set; }
        [DataMember(Name = "subscriberFilter")] public SubscriberFilter SubscriberFilter { get; set; }
        [DataMember(Name = "content")] public TContent Content { get; set; }

        internal Message<TContent> WithRequestId(string id) => new Message<TContent>
        {
            RequestId = id,
            CascadeId = CascadeId,
            SubscriberFilter = SubscriberFilter,
            Content = Content,
        };
    }

    [DataContract]
    public sealed class SubscriberFilter
    {
        [DataMember(Name = "address")] public string Address { get; set; }
        [DataMember(Name = "type")] public string Type { get; set; } = "PHONE";
    }

    /// <summary>How a message was scheduled.</summary>
    public sealed class Scheduled
    {
        public string RequestId { get; internal set; }

        /// <summary>An earlier attempt of this call was accepted, although its answer was lost.</summary>
        public bool Replayed { get; internal set; }
        public int Attempts { get; internal set; }
    }

    /// <summary>A cascade of the account (§4.2, ADR-0013).</summary>
    [DataContract]
    public sealed class Template
    {
        [DataMember(Name = "id")] public long Id { get; private set; }
        [DataMember(Name = "name")] public string Name { get; private set; }
        [DataMember(Name = "status")] public string Status { get; private set; }
        [DataMember(Name = "stagesCount")] public int StagesCount { get; private set; }
        [DataMember(Name = "stages")] public List<Stage> Stages { get; private set; }
    }

    /// <summary>A stage of a cascade; Stages has the one that follows it.</summary>
    [DataContract]
    public sealed class Stage
    {
        [DataMember(Name = "uuid")] public string Uuid { get; private set; }
        [DataMember(Name = "order")] public int Order { get; private set; }
        [DataMember(Name = "decision")] public Decision Decision { get; private set; }
        [DataMember(Name = "subject")] public Sender Sender { get; private set; }
        [DataMember(Name = "stages")] public List<Stage> Stages { get; private set; }
    }

    /// <summary>When the next stage starts.</summary>
    [DataContract]
    public sealed class Decision
    {
        [DataMember(Name = "type")] public string Type { get; private set; }
        [DataMember(Name = "ttl")] public string Ttl { get; private set; }
    }

    [DataContract]
    public sealed class Sender
    {
        [DataMember(Name = "id")] public int Id { get; private set; }
        [DataMember(Name = "name")] public string Name { get; private set; }
        [DataMember(Name = "subject")] public string Subject { get; private set; }
        [DataMember(Name = "type")] public string Type { get; private set; }
    }

    /// <summary>The address of the status callbacks (ADR-0014).</summary>
    [DataContract]
    public sealed class Registration
    {
        [DataMember(Name = "statusCallbackUrl", EmitDefaultValue = false)] public string Url { get; set; }
        [DataMember(Name = "subjectId", EmitDefaultValue = false)] public int? SubjectId { get; set; }

        /// <summary>Signs the callbacks. If it is null, the provider may make one, and returns it this once (ADR-0057).</summary>
        [DataMember(Name = "secret", EmitDefaultValue = false)] public string Secret { get; set; }
    }

    /// <summary>What became of a message at a stage (ADR-0035). What the provider omits is null.</summary>
    [DataContract]
    public sealed class Entry
    {
        [DataMember(Name = "messageId")] public long? MessageId { get; private set; }
        [DataMember(Name = "requestId")] public string RequestId { get; private set; }
        [DataMember(Name = "deliveryStatus")] public string Status { get; private set; }
        [DataMember(Name = "statusAt")] public string StatusAt { get; private set; }
        [DataMember(Name = "error")] public string Error { get; private set; }
        [DataMember(Name = "direction")] public string Direction { get; private set; }
        [DataMember(Name = "channelType")] public string ChannelType { get; private set; }
        [DataMember(Name = "subjectId")] public int? SubjectId { get; private set; }
        [DataMember(Name = "cascadeId")] public long? CascadeId { get; private set; }
        [DataMember(Name = "address")] public string Address { get; private set; }
        [DataMember(Name = "comment")] public string Comment { get; private set; }
    }

    [DataContract]
    internal sealed class HistoryPage
    {
        [DataMember(Name = "content")] public List<Entry> Content { get; set; }
    }

    /// <summary>A status event (§6). A status or reason that is not listed is possible; what the provider omits is null.</summary>
    public sealed class StatusEvent
    {
        private static readonly string[] Failures = { "UNDELIVERED", "EXPIRED", "FAILED", "CANCELLED" };

        public string RequestId { get; internal set; }
        public string Status { get; internal set; }

        /// <summary>The reason as it was sent.</summary>
        public string Error { get; internal set; }

        /// <summary>The UUID of the stage, each of which has events of its own.</summary>
        public string Stage { get; internal set; }

        /// <summary>When the status changed, ISO 8601. Events may arrive out of order: sort them by it.</summary>
        public string StatusAt { get; internal set; }
        public string ChannelType { get; internal set; }
        public long? CascadeId { get; internal set; }
        public long? MessageId { get; internal set; }
        public string Subject { get; internal set; }
        public long? SubjectId { get; internal set; }

        /// <summary>That of the request.</summary>
        public string Comment { get; internal set; }

        /// <summary>The bytes as they came, which the signature covers.</summary>
        public byte[] Raw { get; internal set; }

        /// <summary>Null if there is none; Unlisted if it is of a later version: then Error tells.</summary>
        public UndeliveredReason? Reason => Error == null ? (UndeliveredReason?)null : Facts.ReasonOf(Error);

        /// <summary>The event of a body. A field of another type than the described one counts as absent.</summary>
        /// <exception cref="FormatException">It is no event.</exception>
        internal static StatusEvent Of(byte[] raw)
        {
            var body = Json.Parse(raw);
            if (body == null || !body.IsObject) throw new FormatException("the body is not a JSON object in UTF-8");
            var read = new StatusEvent
            {
                RequestId = body.Text("requestId"),
                Status = body.Text("status"),
                Error = body.Text("error"),
                Stage = body.Text("cascadeStageUUID"),
                StatusAt = body.Text("statusAt"),
                ChannelType = body.Text("channelType"),
                CascadeId = body.Number("cascadeId"),
                MessageId = body.Number("messageId"),
                Subject = body.Text("subject"),
                SubjectId = body.Number("subjectId"),
                Comment = body.Text("comment"),
                Raw = raw,
            };
            var isUnknown = body.IsNull("requestId"); // to the provider
            if (read.Status == null || (read.RequestId == null && read.MessageId == null && !isUnknown))
                throw new FormatException("a status event has status, and requestId or messageId");
            return read;
        }

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
}
