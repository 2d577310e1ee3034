import type { SentLocation } from '@prosa/contract/entities/carried'
import { isShortMapLink, mapUrl, type Point, readPlace } from '@prosa/contract/rules/map-link'
import { useEffect, useRef, useState } from 'react'
import { whereIAm } from './where-i-am.ts'

const WITHOUT_POINT = 'Cole um link do Google Maps, do OpenStreetMap ou da Apple, ou digite latitude e longitude.'
const SHORT = 'Este link curto não diz onde fica. Abra-o e cole o endereço que aparece no navegador.'

const problemOf = (text: string): string | undefined => {
  if (readPlace(text)) return undefined
  return isShortMapLink(text) ? SHORT : WITHOUT_POINT
}

/** Formats coordinates as they are typed into the field: 'latitude, longitude'. */
export const said = ({ latitude, longitude }: Point): string => `${latitude}, ${longitude}`

/** Returns the field only if it is not empty. */
const wordsAs = (field: 'name' | 'address', text: string): Pick<SentLocation, 'name' | 'address'> =>
  text.trim() === '' ? {} : { [field]: text.trim() }

/** State of a location that is being entered: coordinates, a map link, or this device's position, with a name and an address (MEDIA-19). */
export function usePlace() {
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isAsking, setAsking] = useState(false)
  /** Number of the position request. Typing meanwhile makes it outdated. */
  const asked = useRef(0)
  useEffect(() => () => void asked.current++, [])
  const point = readPlace(text)
  const named = { ...wordsAs('name', name), ...wordsAs('address', address) }

  return {
    text,
    name,
    address,
    problem,
    isAsking,
    point,
    named,
    map: point && mapUrl(point),
    setName,
    setAddress,
    write: (next: string) => {
      asked.current++
      setAsking(false)
      setText(next)
      // Typed text is not validated while it is incomplete; a pasted link is complete.
      setProblem(isShortMapLink(next) ? SHORT : undefined)
    },
    locate: async () => {
      const question = ++asked.current
      setAsking(true)
      setProblem(undefined)
      const found = await whereIAm()
      if (question !== asked.current) return
      setAsking(false)
      if (typeof found === 'string') setProblem(found)
      else setText(said(found))
    },
    /** Returns the location to send. Returns null and sets an error if it is invalid. */
    taken: (): SentLocation | null => {
      if (!point) setProblem(problemOf(text))
      return point && { ...point, ...named }
    },
  }
}

export type PlaceBeingSaid = ReturnType<typeof usePlace>
