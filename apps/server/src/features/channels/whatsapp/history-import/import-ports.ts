import type { Deps } from '../../../../platform/deps.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Leads } from '../../../leads/ports.ts'

/** Dependencies of the history import. */
export type ImportDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'mail'>

export interface ImportPorts {
  conversations: Pick<Conversations, 'importPast' | 'fillPast'>
  leads: Pick<Leads, 'nameContact'>
}
