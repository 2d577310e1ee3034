import type { SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import { buildMapUrl, type GeoPoint, isShortMapLink, parseMapPoint } from '@prosa/contract/rules/conversations/map-link'
import { useEffect, useRef, useState } from 'react'
import { getDevicePosition } from './device-position.ts'

const NO_COORDINATES_ERROR = 'Cole um link do Google Maps, do OpenStreetMap ou da Apple, ou digite latitude e longitude.'
const SHORT_LINK_ERROR = 'Este link curto não diz onde fica. Abra-o e cole o endereço que aparece no navegador.'

const getLocationError = (text: string): string | undefined => {
  if (parseMapPoint(text)) return undefined
  return isShortMapLink(text) ? SHORT_LINK_ERROR : NO_COORDINATES_ERROR
}

export const formatCoordinates = ({ latitude, longitude }: GeoPoint): string => `${latitude}, ${longitude}`

const pickNonEmptyField = (field: 'name' | 'address', text: string): Pick<SentLocation, 'name' | 'address'> =>
  text.trim() === '' ? {} : { [field]: text.trim() }

/**
 * State of a location that the user is entering, as coordinates, a map link or this device's position, with a name and an address
 * (MEDIA-19).
 */
export function useLocationDraft() {
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isLocating, setLocating] = useState(false)
  /** Number of position requests so far. Typing increases it too, so that the result of a running request is ignored. */
  const requestCount = useRef(0)
  useEffect(() => () => void requestCount.current++, [])
  const point = parseMapPoint(text)
  const nameAndAddress = { ...pickNonEmptyField('name', name), ...pickNonEmptyField('address', address) }

  return {
    text,
    name,
    address,
    problem,
    isLocating,
    point,
    nameAndAddress,
    mapUrl: point && buildMapUrl(point),
    setName,
    setAddress,
    changeText: (newText: string) => {
      requestCount.current++
      setLocating(false)
      setText(newText)
      // Typed text is not validated until it is sent, because it may be incomplete. A short map link is reported at once.
      setProblem(isShortMapLink(newText) ? SHORT_LINK_ERROR : undefined)
    },
    locate: async () => {
      const requestId = ++requestCount.current
      setLocating(true)
      setProblem(undefined)
      const position = await getDevicePosition()
      if (requestId !== requestCount.current) return
      setLocating(false)
      if (typeof position === 'string') setProblem(position)
      else setText(formatCoordinates(position))
    },
    /** Returns the location to send. Returns null and sets an error if it is invalid. */
    validate: (): SentLocation | null => {
      if (!point) setProblem(getLocationError(text))
      return point && { ...point, ...nameAndAddress }
    },
  }
}

export type LocationDraft = ReturnType<typeof useLocationDraft>
