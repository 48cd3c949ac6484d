using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Text.RegularExpressions;

namespace Cascade
{
    /// <summary>A call that did not succeed for certain: one of the five classes below.</summary>
    public abstract class CascadeException : Exception
    {
        internal string Fact { get; }

        /// <summary>The id of the message: ask the history for it, or send the same message with it again.</summary>
        /// <remarks>Null if the call was not about one message.</remarks>
        public string RequestId { get; }

        /// <summary>The HTTP status of the last answer; 0 if there is none.</summary>
        public int Status { get; }

        internal CascadeException(string fact, string requestId, int status, Exception inner)
            : base(fact + About(requestId, status), inner)
        {
            Fact = fact;
            RequestId = requestId;
            Status = status;
        }

        private static string About(string requestId, int status)
        {
            var said = new[] { status == 0 ? null : $"status {status}", requestId == null ? null : $"request {requestId}" };
            var about = string.Join(", ", said.Where(one => one != null));
            return about == "" ? "" : $" ({about})";
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

        /// <summary>Null if it is absent.</summary>
        public string Detail { get; }

        /// <summary>What the catalogue says of the code; null if it is not listed.</summary>
        public Facts Facts => Facts.Of(Code);

        /// <summary>What Detail of the validation error lists (§7.3), in its order.</summary>
        public IReadOnlyList<Violation> Violations =>
            Pattern.Matches(Detail ?? "").Cast<Match>().Select(found => new Violation(found)).ToList();

        internal RefusedException(string requestId, int status, string title, string detail)
            : base($"{title}: {Says(title, detail)}", requestId, status, null)
        {
            Code = Facts.CodeOf(title);
            Title = title;
            Detail = detail;
        }

        private static string Says(string title, string detail)
        {
            var fix = Facts.Of(Facts.CodeOf(title))?.Fix;
            if (detail == null) return fix ?? "not listed in this version of the contract";
            return fix == null ? detail : $"{(detail.EndsWith(".") ? detail : detail + ".")} {fix}";
        }
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

    /// <summary>An answer that is not of the API, such as a proxy's page or a redirect, which is not followed.</summary>
    public sealed class UnreadableException : CascadeException
    {
        /// <summary>Where a redirect pointed; else null.</summary>
        public string Location { get; }

        /// <summary>The first 4,096 characters of the body.</summary>
        public string Text { get; }

        internal UnreadableException(string requestId, int status, string location, string text, Exception inner)
            : base("an answer without a body of the API" + Where(location), requestId, status, inner)
        {
            Location = location;
            Text = text.Substring(0, Math.Min(text.Length, 4096));
        }

        /// <summary>Without what follows the path, which may be a token.</summary>
        private static string Where(string location) =>
            location == null ? "" : $", which points to {location.Split('?', '#')[0]} and is not followed";
    }

    /// <summary>Nothing reached the provider: no attempt got a connection, or the message cannot be written.</summary>
    public sealed class NotSentException : CascadeException
    {
        internal NotSentException(string requestId, Exception inner)
            : base($"not sent: {inner.GetBaseException().Message}", requestId, 0, inner) { }
    }

    /// <summary>A request that schedules nothing was sent, and has no answer.</summary>
    public sealed class NoAnswerException : CascadeException
    {
        internal NoAnswerException(string requestId, Exception inner)
            : base($"no answer: {inner.GetBaseException().Message}", requestId, 0, inner) { }
    }

    /// <summary>The message may be scheduled or not. The history tells, or the callbacks; its cause is the last failure.</summary>
    public sealed class UnknownOutcomeException : CascadeException
    {
        internal UnknownOutcomeException(CascadeException last)
            : base($"{last.Fact}; it may be scheduled", last.RequestId, last.Status, last) { }
    }
}
