import { isIPv6 } from 'node:net'

const splitIpv6Groups = (part: string): string[] => (part === '' ? [] : part.split(':'))

/**
 * Returns the key by which rate limits count an IP address. Addresses of an IPv6 /64 network share a key, because one user usually has the
 * whole network. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function getIpLimitKey(ip: string): string {
  const [plain = ''] = ip.split('%')
  if (!isIPv6(plain)) return ip
  // The URL parser normalizes an IPv6 address, also with an IPv4 part.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [splitIpv6Groups(head), splitIpv6Groups(tail ?? '')]
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the key by which rate limits count a network: /24 for IPv4, /64 for IPv6 (3-team §6). */
export const getNetworkLimitKey = (ip: string): string => {
  const key = getIpLimitKey(ip)
  return key.includes(':') ? key : `${key.slice(0, key.lastIndexOf('.'))}.0/24`
}

const toIpv4 = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.')
