import type { Person } from '@prosa/contract/entities/organisation/person'

/** Dialog about a user, one at a time. */
export type PersonDialogKind = 'edit' | 'link' | 'off' | 'on' | 'step' | 'end'

export type OpenPersonDialog = (layer: PersonDialogKind, person: Person) => void
