using System.IO;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;

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
            catch (TargetInvocationException failure) // so Mono, for a title that is an object
            {
                throw new SerializationException(failure.GetBaseException().Message, failure);
            }
        }

        public static byte[] Write<T>(T value)
        {
            using (var stream = new MemoryStream())
            {
                new DataContractJsonSerializer(typeof(T), Settings).WriteObject(stream, value);
                return stream.ToArray();
            }
        }
    }
}
