using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;

namespace Cascade
{
    /// <summary>What the catalogue of the contract says of a code or a reason.</summary>
    [DataContract]
    public sealed class Facts
    {
        private static readonly Lazy<Catalogue> All = new Lazy<Catalogue>(() =>
        {
            using (var file = typeof(Facts).Assembly.GetManifestResourceStream("catalogue.json"))
                return Json.Read<Catalogue>(file);
        });

        /// <summary>The listed spelling.</summary>
        [DataMember(Name = "name")] public string Name { get; private set; }

        /// <summary>All spellings on the wire.</summary>
        [DataMember(Name = "names")] public List<string> Names { get; private set; }

        /// <summary>Below the address of the documentation.</summary>
        [DataMember(Name = "page")] public string Page { get; private set; }

        /// <summary>0 for a reason.</summary>
        [DataMember(Name = "status")] public int Status { get; private set; }
        [DataMember(Name = "cause")] public string Cause { get; private set; }

        /// <summary>Null for a reason.</summary>
        [DataMember(Name = "fix")] public string Fix { get; private set; }

        /// <summary>after-fix, after-setup (of the account), later, used-before (never with this id) or never.</summary>
        [DataMember(Name = "retry")] public string Retry { get; private set; }
        [DataMember(Name = "advice")] public string Advice { get; private set; }

        /// <summary>Null if the code is not listed.</summary>
        public static Facts Of(ProblemCode code) => All.Value.Problems.ElementAtOrDefault((int)code - 1);

        /// <summary>Null if the reason is not listed.</summary>
        public static Facts Of(UndeliveredReason reason) => All.Value.Reasons.ElementAtOrDefault((int)reason - 1);

        /// <summary>The code of a problem's title, in any of its spellings: the contract has two of one (§7.1).</summary>
        public static ProblemCode CodeOf(string title) => (ProblemCode)Find(All.Value.Problems, title);

        /// <summary>The reason of a callback's error, in any of its spellings.</summary>
        public static UndeliveredReason ReasonOf(string error) => (UndeliveredReason)Find(All.Value.Reasons, error);

        /// <summary>The members of the enums are in the order of the catalogue, after Unlisted.</summary>
        private static int Find(List<Facts> facts, string wire) => facts.FindIndex(one => one.Names.Contains(wire)) + 1;

        [DataContract]
        private sealed class Catalogue
        {
            [DataMember(Name = "problems")] public List<Facts> Problems { get; private set; }
            [DataMember(Name = "reasons")] public List<Facts> Reasons { get; private set; }
        }
    }
}
