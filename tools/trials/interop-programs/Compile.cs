using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

/// <summary>Roslyn with the options of csc, against the framework that runs it. A warning ends it with 1, too.</summary>
internal static class Compile
{
    private static int Main(string[] options)
    {
        var framework = Path.GetDirectoryName(typeof(object).Assembly.Location);
        var read = CSharpCommandLineParser.Default.Parse(options, Directory.GetCurrentDirectory(), framework);
        if (read.DisplayVersion)
        {
            Console.WriteLine(typeof(CSharpCompilation).Assembly.GetName().Version);
            return 0;
        }
        var trees = read.SourceFiles.Select(file => CSharpSyntaxTree.ParseText(
            SourceText.From(File.ReadAllText(file.Path)), read.ParseOptions, file.Path));
        var references = Directory.GetFiles(framework, "*.dll").Where(IsManaged)
            .Concat(read.MetadataReferences.Select(one => one.Reference).Where(File.Exists))
            .Select(file => MetadataReference.CreateFromFile(file));
        var compilation = CSharpCompilation.Create(read.CompilationName, trees, references, read.CompilationOptions);
        using (var output = File.Create(Path.Combine(read.OutputDirectory, read.OutputFileName)))
        {
            var done = compilation.Emit(output, manifestResources: read.ManifestResources);
            var said = read.Errors.Concat(done.Diagnostics).Where(one => one.Severity >= DiagnosticSeverity.Warning).ToList();
            said.ForEach(Console.WriteLine);
            return done.Success && said.Count == 0 ? 0 : 1;
        }
    }

    private static bool IsManaged(string file)
    {
        try
        {
            return AssemblyName.GetAssemblyName(file) != null;
        }
        catch (BadImageFormatException)
        {
            return false;
        }
    }
}
