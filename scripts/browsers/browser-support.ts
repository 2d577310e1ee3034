import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data'
import { type BrowserName, OLDEST_BROWSERS } from './oldest-browsers.ts'

const compatData = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
const interfaces = compatData.api as Readonly<Record<string, Identifier>>
const builtins = (compatData.javascript as { builtins: Identifier }).builtins

/** Interfaces of browser globals, by the name of the global. */
const SINGLETONS: Readonly<Record<string, string>> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  performance: 'Performance',
  crypto: 'Crypto',
  screen: 'Screen',
  indexedDB: 'IDBFactory',
  'navigator.clipboard': 'Clipboard',
  'navigator.locks': 'LockManager',
  'navigator.storage': 'StorageManager',
  'navigator.serviceWorker': 'ServiceWorkerContainer',
  'navigator.mediaDevices': 'MediaDevices',
  'navigator.mediaSession': 'MediaSession',
  'navigator.permissions': 'Permissions',
  'navigator.credentials': 'CredentialsContainer',
  'crypto.subtle': 'SubtleCrypto',
  'document.fonts': 'FontFaceSet',
}

const parseVersion = (version: string): number[] => version.replace('≤', '').split('.').map(Number)

const isVersionAtMost = (added: string, oldest: string): boolean => {
  const [a, b] = [parseVersion(added), parseVersion(oldest)]
  const difference = (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
  return difference <= 0
}

const isUsable = ({ version_added, version_removed, flags, prefix, alternative_name }: SimpleSupportStatement, oldest: string) =>
  !flags &&
  !prefix &&
  !alternative_name &&
  !version_removed &&
  typeof version_added === 'string' &&
  isVersionAtMost(version_added, oldest)

const isSupportedIn = (support: SupportStatement | undefined, oldest: string): boolean =>
  support === undefined || [support].flat().some((statement) => isUsable(statement, oldest))

/** Returns the browsers whose oldest supported version lacks a feature. */
const browsersWithout = (feature: Identifier | undefined): BrowserName[] => {
  const support = feature?.__compat?.support
  if (!support) return []
  return (Object.keys(OLDEST_BROWSERS) as BrowserName[]).filter((name) => !isSupportedIn(support[name], OLDEST_BROWSERS[name]))
}

const hasOwnMember = (from: object | undefined, name: string): boolean => from !== undefined && Object.hasOwn(from, name)
const getMember = (from: Identifier | undefined, name: string): Identifier | undefined =>
  hasOwnMember(from, name) ? from?.[name] : undefined

const findGlobal = (name: string): Identifier | undefined =>
  getMember(interfaces, name) ?? getMember(interfaces['_globals'], name) ?? getMember(builtins, name)

/**
 * Members that an oldest supported browser lacks on at least one object, by member name, with the browsers that lack them. A member is
 * missing on every object only if `supportedSomewhere` does not contain its name.
 */
const unsupportedEverywhere = new Map<string, BrowserName[]>()
const supportedSomewhere = new Set<string>()
for (const [owner, features] of [...Object.entries(interfaces), ...Object.entries(builtins)]) {
  if (owner.startsWith('_')) continue
  for (const [name, feature] of Object.entries(features as Identifier)) {
    if (/^__compat$|_event$/.test(name)) continue
    const method = name.replace(/_static$/, '')
    const without = browsersWithout(feature as Identifier)
    if (without.length === 0) supportedSomewhere.add(method)
    else if (method === name) unsupportedEverywhere.set(name, without)
  }
}

/** Returns the browsers whose oldest supported version lacks a global, such as `CompressionStream` or `structuredClone`. */
export const browsersWithoutGlobal = (name: string): BrowserName[] => browsersWithout(findGlobal(name))

/**
 * Returns the browsers whose oldest supported version lacks `owner.name`, such as `URL.parse` or `navigator.clipboard.read`. `owner` is a
 * global.
 */
export const browsersWithoutMember = (owner: string, name: string): BrowserName[] => {
  const singleton = SINGLETONS[owner]
  if (singleton) {
    const found = getMember(interfaces[singleton], name)
    if (found) return browsersWithout(found)
    return singleton === 'Window' ? browsersWithoutGlobal(name) : []
  }
  const holder = findGlobal(owner)
  return browsersWithout(getMember(holder, `${name}_static`) ?? getMember(holder, name))
}

/**
 * Whether a method name is specific enough to belong to a browser API: it has two or more words, or is `with`. Shorter names are also used
 * for methods of our own objects.
 */
const isUnambiguousName = (name: string) => /[a-z][A-Z]/.test(name) || name === 'with'

/** Returns the browsers whose oldest supported version lacks a member on instances of `owner`, such as `size` on a `URLSearchParams`. */
export const browsersWithoutInstanceMember = (owner: string, name: string): BrowserName[] =>
  browsersWithout(getMember(findGlobal(owner), name))

/** Returns the browsers whose oldest supported version has no object with this method, such as `toSorted` or `checkVisibility`. */
export const browsersWithoutMethod = (name: string): BrowserName[] =>
  isUnambiguousName(name) && !supportedSomewhere.has(name) ? (unsupportedEverywhere.get(name) ?? []) : []

/** Returns the browsers whose oldest supported version cannot parse a regular expression. Detects lookbehind only. */
export const browsersWithoutPattern = (source: string): BrowserName[] =>
  /\(\?<[=!]/.test(source)
    ? browsersWithout((compatData.javascript['regular_expressions'] as Identifier)['lookbehind_assertion'])
    : []
