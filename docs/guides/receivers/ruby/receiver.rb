require "json"
require "openssl"

# True when one of the secrets signed these raw bytes within the tolerance (seconds).
def verify(body, signature, secrets, now: Time.now.to_i, tolerance: 300)
  raise ArgumentError, "A webhook secret is not set." if secrets.empty? || secrets.any? { |secret| secret.to_s.empty? }

  parts = signature.b.split(",").map { |part| part.strip.split("=", 2) }
  times = parts.filter_map { |key, value| value.to_s if key == "t" }
  candidates = parts.filter_map { |key, value| value.to_s.downcase if key == "v1" }
  return false unless times.length == 1 && times.first.match?(/\A[0-9]{1,15}\z/)

  expected = secrets.map { |secret| OpenSSL::HMAC.hexdigest("SHA256", secret, "#{times.first}.".b + body.b) }
  matches = expected.product(candidates).map { |one, other| OpenSSL.secure_compare(one, other) }
  matches.any? && (now - times.first.to_i).abs <= tolerance
end

# A Rack application.
Receiver = Struct.new(:secrets, :on_event) do
  def call(env)
    body = env["rack.input"].read
    return [403, {}, []] unless verify(body, env["HTTP_X_CL_SIGNATURE"].to_s, secrets)

    on_event.call(JSON.parse(body))
    [204, {}, []]
  end
end
