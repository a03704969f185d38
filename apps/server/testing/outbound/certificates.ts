// Required by @peculiar/x509.
import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { systemClock } from '../../src/kernel/index.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const issuer = 'CN=Test authority';

/** The certificate and key of a TLS server, in PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that tests trust temporarily. */
export interface TestAuthority {
  /** Its certificate in PEM. */
  readonly cert: string;
  /** @param endsInDays from now; negative for an expired one. */
  certify(host: string, endsInDays?: number): Promise<ServerCertificate>;
}

export async function createAuthority(): Promise<TestAuthority> {
  const keys = await createKeys();
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys,
    signingAlgorithm: algorithm,
    ...validity(1),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    cert: authority.toString('pem'),
    async certify(host, endsInDays = 1) {
      const own = await createKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        ...validity(endsInDays),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      return { cert: certificate.toString('pem'), key: await toPem(own.privateKey) };
    },
  };
}

/** A self-signed certificate. */
export async function createSelfSigned(host: string): Promise<ServerCertificate> {
  const keys = await createKeys();
  const extensions = [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])];
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    ...validity(1),
    extensions,
  });
  return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) };
}

const createKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const validity = (endsInDays: number) => ({
  notBefore: new Date(systemClock.now().getTime() - 30 * dayMs),
  notAfter: new Date(systemClock.now().getTime() + endsInDays * dayMs),
});

async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const base64 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`;
}
