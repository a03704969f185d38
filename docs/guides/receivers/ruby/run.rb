# What the tests run: `vectors FILE` prints the names of the vectors that are accepted.
require_relative "receiver"

JSON.parse(File.read(ARGV[1], encoding: "UTF-8"))["vectors"].each do |vector|
  body = vector["bodyEncoding"] == "utf8" ? vector["body"] : vector["body"].unpack1("m0")
  signature = vector["headers"].transform_keys(&:downcase)["x-cl-signature"].to_s
  now, tolerance = vector.values_at("now", "toleranceSeconds")
  puts vector["name"] if verify(body, signature, vector["secrets"], now: now, tolerance: tolerance)
end
