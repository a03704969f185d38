using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Receiver
{
    /// <summary>True when one of the secrets signed these raw bytes within the tolerance (seconds).</summary>
    public static bool Verify(byte[] body, string signature, IReadOnlyList<string> secrets, long now, long tolerance = 300)
    {
        if (secrets.Count == 0 || secrets.Any(string.IsNullOrEmpty))
        {
            throw new ArgumentException("A webhook secret is not set.");
        }
        var parts = signature.Split(',').Select(part => part.Trim().Split(new[] { '=' }, 2)).ToList();
        Func<string, string[]> valuesOf = name =>
            parts.Where(part => part[0] == name).Select(part => part.Length == 2 ? part[1] : "").ToArray();

        var times = valuesOf("t");
        if (times.Length != 1 || !Regex.IsMatch(times[0], @"\A[0-9]{1,15}\z")) return false;

        var candidates = valuesOf("v1").Select(value => Encoding.UTF8.GetBytes(value.ToLowerInvariant())).ToList();
        var signed = Encoding.ASCII.GetBytes(times[0] + ".").Concat(body).ToArray();
        var matches = 0;
        foreach (var secret in secrets)
        {
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            {
                var digest = BitConverter.ToString(hmac.ComputeHash(signed)).Replace("-", "").ToLowerInvariant();
                var expected = Encoding.ASCII.GetBytes(digest);
                matches += candidates.Count(candidate => CryptographicOperations.FixedTimeEquals(expected, candidate));
            }
        }
        return matches > 0 && Math.Abs(now - long.Parse(times[0])) <= tolerance;
    }
}
