using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Text.RegularExpressions;

namespace Cascade
{
    /// <summary>A call that did not schedule its message for certain: one of the four classes below.</summary>
    public abstract class CascadeException : Exception
    {
        /// <summary>Ask the history for it, or send the same message with it again.</summary>
        public string RequestId { get; }

        internal CascadeException(string requestId, string message, Exception inner) : base(message, inner)
        {
            RequestId = requestId;
        }
    }

    /// <summary>A refusal (RFC 9457): the message is not scheduled.</summary>
    /// <example><c>catch (RefusedException refused) when (refused.Code == ProblemCode.OutOfBalance)</c></example>
    public sealed class RefusedException : CascadeException
    {
        private static readonly Regex Pattern = new Regex(
            @"\[\s*cascadeTemplateId:([\d,]+)\s*;(?:\s*stageUuid:([^;\]]*?)\s*;)?" +
            @"\s*(?:contentChannelType|channelType):([^;\]]*?)\s*\]");

        /// <summary>Unlisted if it is of a later version: then Title tells.</summary>
        public ProblemCode Code { get; }
        public string Title { get; }
        public int Status { get; }

        /// <summary>Null if it is absent.</summary>
        public string Detail { get; }

        /// <summary>What the catalogue says of the code; null if it is not listed.</summary>
        public Facts Facts => Facts.Of(Code);

        /// <summary>What Detail of the validation error lists (§7.3), in its order.</summary>
        public IReadOnlyList<Violation> Violations =>
            Pattern.Matches(Detail ?? "").Cast<Match>().Select(found => new Violation(found)).ToList();

        internal RefusedException(string requestId, int status, Problem problem)
            : base(requestId, $"{problem.Title}: {AdviceOn(problem)}", null)
        {
            Code = Facts.CodeOf(problem.Title);
            Title = problem.Title;
            Status = status;
            Detail = problem.Detail;
        }

        private static string AdviceOn(Problem problem) =>
            Facts.Of(Facts.CodeOf(problem.Title))?.Fix ?? problem.Detail ?? "not listed in this version of the contract";
    }

    /// <summary>A stage without content, or, without a stage, content for a channel that has none (§7.3).</summary>
    public sealed class Violation
    {
        public long CascadeId { get; }
        public string Channel { get; }

        /// <summary>Null if the channel has no stage.</summary>
        public string Stage { get; }

        internal Violation(Match found)
        {
            CascadeId = long.Parse(found.Groups[1].Value.Replace(",", ""));
            Channel = found.Groups[3].Value;
            Stage = found.Groups[2].Success ? found.Groups[2].Value : null;
        }
    }

    /// <summary>A refusal without a problem body, such as a proxy's page.</summary>
    public sealed class UnreadableException : CascadeException
    {
        public int Status { get; }

        internal UnreadableException(string requestId, int status)
            : base(requestId, $"status {status} without a problem body", null)
        {
            Status = status;
        }
    }

    /// <summary>There was no answer.</summary>
    public sealed class NotSentException : CascadeException
    {
        internal NotSentException(string requestId, Exception inner)
            : base(requestId, $"no answer: {inner.GetBaseException().Message}", inner) { }
    }

    /// <summary>The message may be scheduled or not. The history tells, or the callbacks.</summary>
    public sealed class UnknownOutcomeException : CascadeException
    {
        internal UnknownOutcomeException(CascadeException last)
            : base(last.RequestId, $"{last.Message}; it may be scheduled", last) { }
    }

    [DataContract]
    internal sealed class Problem
    {
        [DataMember(Name = "title")] public string Title { get; set; }
        [DataMember(Name = "detail")] public string Detail { get; set; }
    }
}
