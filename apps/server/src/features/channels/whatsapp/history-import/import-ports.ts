import type { Deps } from '../../../../platform/deps.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Leads } from '../../../leads/ports.ts'

export type ImportDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'mailer'>

export interface ImportPorts {
  conversations: Pick<Conversations, 'importContactHistory' | 'updateImportedMessage'>
  leads: Pick<Leads, 'setNameFromAddressBook'>
}
