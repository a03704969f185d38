export * from './address-guard-error.ts';
export * from './address-kind.ts';
export type { AddressGuardOptions, AddressResolver, ResolveOptions } from './address-policy.ts';
export * from './assert-callable-url.ts';
export * from './assert-public-url.ts';
export * from './guarded-agent.ts';
export * from './guarded-lookup.ts';
export * from './resolve-by-dns.ts';
