import { type SentLocation, sentLocation } from '../entities/carried.ts'

/** A place as it is kept and sent. @throws ZodError when it is none (entities/carried.ts) */
export function tidyPlace(place: SentLocation): SentLocation {
  const { latitude, longitude, ...named } = sentLocation.parse(place)
  // PostgreSQL keeps no zero below zero, and the same call again must find the same place.
  return { ...named, latitude: latitude + 0, longitude: longitude + 0 }
}

/** One thing that is wrong with a place, and in which of its fields. */
interface PlaceProblem {
  field: keyof SentLocation
  message: string
}

const NO_NAME: PlaceProblem = { field: 'name', message: 'Digite o nome do lugar.' }
const NO_ADDRESS: PlaceProblem = { field: 'address', message: 'Digite o endereço do lugar.' }

/**
 * What is wrong with the place in the header of a template; nothing: it may go. Beside the point it has a name and an address: Meta's pages
 * know none without.
 */
export function headerPlaceProblems(place: SentLocation): PlaceProblem[] {
  const { name, address } = place
  const wrong = (sentLocation.safeParse(place).error?.issues ?? []).map(
    ({ path, message }): PlaceProblem => ({ field: String(path[0]) as PlaceProblem['field'], message }),
  )
  const missing = [...(name === undefined ? [NO_NAME] : []), ...(address === undefined ? [NO_ADDRESS] : [])]
  return [...wrong, ...missing]
}
