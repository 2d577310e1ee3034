const BROWSER_PATTERNS = [
  [/edg\//i, 'Edge'],
  [/opr\//i, 'Opera'],
  [/firefox\//i, 'Firefox'],
  [/chrome\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
] as const

const SYSTEM_PATTERNS = [
  [/android/i, 'Android'],
  [/iphone|ipad/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'macOS'],
  [/linux/i, 'Linux'],
] as const

/**
 * Returns a readable name of a browser and operating system, such as 'Chrome no Windows', or 'Aparelho desconhecido' if neither is
 * recognised.
 */
export function formatDeviceName(userAgent: string | null | undefined): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(BROWSER_PATTERNS), find(SYSTEM_PATTERNS)]
  if (!browser) return system ?? 'Aparelho desconhecido'
  return system ? `${browser} no ${system}` : browser
}
