import type { Person } from '@prosa/contract/entities/person'

/** Dialog about a user, one at a time. */
export type PersonLayer = 'edit' | 'link' | 'off' | 'on' | 'step' | 'end'

export type OpenLayer = (layer: PersonLayer, person: Person) => void
