using System;
using System.IO;
using System.Linq;
using System.Text;

/// <summary>What the tests run: `vectors FILE` prints the names of the vectors that are accepted.</summary>
public static class Run
{
    public static void Main(string[] args)
    {
        foreach (var line in File.ReadLines(args[1]))
        {
            var fields = line.Split('\t');
            var secrets = fields[3].Split(',').Select(Text).ToList();
            var body = Convert.FromBase64String(fields[1]);
            if (Receiver.Verify(body, Text(fields[2]), secrets, long.Parse(fields[4]), long.Parse(fields[5])))
            {
                Console.WriteLine(fields[0]);
            }
        }
    }

    private static string Text(string base64)
    {
        return Encoding.UTF8.GetString(Convert.FromBase64String(base64));
    }
}
