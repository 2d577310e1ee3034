import type { Person } from '@prosa/contract/entities/organisation/person'

/** Dialog about a user. At most one is open. */
export type PersonDialogKind = 'edit' | 'link' | 'off' | 'on' | 'step' | 'end'

export type OpenPersonDialog = (kind: PersonDialogKind, person: Person) => void
