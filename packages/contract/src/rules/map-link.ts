import { parseUrl } from './parse-url.ts'

/** A point on the Earth, in degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d{1,20})?`
const PAIR = new RegExp(String.raw`^(?:loc:|geo:)?(${NUMBER})(?:\s{0,3}[,;]\s{0,3}|\s{1,3})(${NUMBER})(?![\d.])`, 'i')
/** Matches coordinates with decimal commas, as written in Brazil. */
const WITH_COMMAS = /^([-+]?\d{1,3},\d{1,20})(?:\s{0,3};\s{0,3}|,?\s{1,3})([-+]?\d{1,3},\d{1,20})$/
/** Matches a link within a text: apps share it after the name of the place. */
const LINK = /https?:\/\/\S{1,2000}/i
/** Matches the pin in the data of a Google URL. The coordinates after the @ are only the visible part of the map. */
const GOOGLE_PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`)
const GOOGLE_VIEW = new RegExp(`/@(${NUMBER}),(${NUMBER})`)
const OSM_VIEW = new RegExp(`^#map=[0-9.]{1,6}/(${NUMBER})/(${NUMBER})`)
/** Query parameters that contain the point in one of the three services, the pin before the view. */
const PAIRS = ['q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'center', 'sll'] as const

const pointOf = (latitude: string | undefined, longitude: string | undefined): Point | null => {
  if (!latitude || !longitude) return null
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  const isOnEarth = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180
  return isOnEarth ? point : null
}

const match = (text: string, pattern: RegExp): Point | null => {
  const found = pattern.exec(text)
  return found && pointOf(found[1], found[2])
}

/**
 * Returns the point that a text names: two numbers, or a link of Google Maps, OpenStreetMap or Apple Maps that contains coordinates.
 * Returns null for anything else (MEDIA-19), also for a short link, which must be resolved first.
 */
export function readPlace(text: string): Point | null {
  const trimmed = text.trim()
  const typed = WITH_COMMAS.exec(trimmed)
  if (typed) return pointOf(typed[1]?.replace(',', '.'), typed[2]?.replace(',', '.'))
  const pair = match(trimmed, PAIR)
  if (pair) return pair
  const url = linkIn(trimmed)
  if (!url) return null
  const { searchParams, hash } = url
  const path = decoded(url.pathname)
  const named = PAIRS.map((name) => match(searchParams.get(name) ?? '', PAIR)).find((point) => point !== null)
  return (
    pointOf(searchParams.get('mlat') ?? '', searchParams.get('mlon') ?? '') ??
    match(path, GOOGLE_PIN) ??
    named ??
    match(path.replace(/^\/maps\/(?:search|place|dir)\//, ''), PAIR) ??
    match(path, GOOGLE_VIEW) ??
    match(hash, OSM_VIEW)
  )
}

const linkIn = (text: string): URL | null => parseUrl(LINK.exec(text)?.[0] ?? '')

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '))
  } catch {
    return path
  }
}

const SHORT_HOSTS = new Set(['maps.app.goo.gl', 'goo.gl', 'g.co', 'osm.org', 'maps.apple'])

/** Returns whether a text is a short link of a map service, which must be resolved to get its point. */
export const isShortMapLink = (text: string): boolean => SHORT_HOSTS.has(linkIn(text)?.hostname ?? '')

/** Returns the URL of a map at a point, or null if it is not a valid point. */
export const mapUrl = ({
  latitude,
  longitude,
}: {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}) =>
  Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
    : null
