using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;

namespace Cascade
{
    /// <summary>JSON by what .NET and Mono both have. It ignores members that the class lacks.</summary>
    internal static class Json
    {
        private static readonly DataContractJsonSerializerSettings Settings =
            new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true };

        /// <exception cref="SerializationException">It is no JSON, or of another shape.</exception>
        public static T Read<T>(Stream json)
        {
            try
            {
                return (T)new DataContractJsonSerializer(typeof(T), Settings).ReadObject(json);
            }
            catch (Exception failure) when (IsOdd(failure)) // so Mono, for a title that is an object
            {
                throw new SerializationException(failure.GetBaseException().Message, failure);
            }
        }

        public static byte[] Write(object value)
        {
            using (var stream = new MemoryStream())
            {
                new DataContractJsonSerializer(value.GetType(), Settings).WriteObject(stream, value);
                return stream.ToArray();
            }
        }

        /// <summary>The value of a text of any shape; null if it is not JSON in UTF-8.</summary>
        public static JsonValue Parse(byte[] json)
        {
            try
            {
                new UTF8Encoding(false, true).GetString(json);
                if (!IsWhole(json)) return null;
                using (var reader = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max))
                {
                    var document = new XmlDocument();
                    document.Load(reader);
                    return document.DocumentElement == null ? null : new JsonValue(document.DocumentElement);
                }
            }
            catch (Exception failure) when (IsOdd(failure))
            {
                return null;
            }
        }

        /// <summary>Whether each value ends: the reader ends open ones at the end of its bytes.</summary>
        private static bool IsWhole(byte[] json)
        {
            var depth = 0;
            var isText = false;
            for (var place = 0; place < json.Length; place++)
            {
                var one = (char)json[place];
                if (isText && one == '\\') place++;
                else if (one == '"') isText = !isText;
                else if (!isText && (one == '{' || one == '[')) depth++;
                else if (!isText && (one == '}' || one == ']')) depth--;
            }
            return depth == 0 && !isText;
        }

        private static bool IsOdd(Exception failure) =>
            failure is TargetInvocationException || failure is XmlException || failure is SerializationException ||
            failure is InvalidOperationException || failure is ArgumentException || failure is FormatException;
    }

    /// <summary>A JSON value, as the reader of .NET shows it in XML.</summary>
    internal sealed class JsonValue
    {
        private readonly XmlElement value;

        public JsonValue(XmlElement value)
        {
            this.value = value;
        }

        public bool IsObject => TypeOf(value) == "object";

        public bool IsNull(string name) => Find(name, "null") != null;

        /// <summary>Null if there is none, an empty one, or a value of another type.</summary>
        public string Text(string name)
        {
            var text = Find(name, "string")?.InnerText;
            return string.IsNullOrEmpty(text) ? null : text;
        }

        /// <summary>A value of any type as text; null if there is none, or null.</summary>
        public string Any(string name) => Members.FirstOrDefault(one => one.LocalName == name && TypeOf(one) != "null")?.InnerText;

        /// <summary>Null if there is none, or a value of another type.</summary>
        public long? Number(string name) =>
            long.TryParse(Find(name, "number")?.InnerText, out var number) ? number : (long?)null;

        private XmlElement Find(string name, string type) =>
            Members.FirstOrDefault(one => one.LocalName == name && TypeOf(one) == type);

        private IEnumerable<XmlElement> Members => value.ChildNodes.OfType<XmlElement>();

        private static string TypeOf(XmlElement one) => one.HasAttribute("type") ? one.GetAttribute("type") : "string";
    }
}
