/** What each job carries. Jobs are sent inside the transaction that makes them true, and run at least once. */
export interface Jobs {
  /** The agent answers what a lead wrote. */
  'agent-turn': { tenantId: string; conversationId: string }
  /** A pause that was given an end ends by itself. */
  'end-pause': { tenantId: string; leadId: string }
  /** A message goes out to its channel; in order, one at a time per conversation. */
  'deliver-message': { tenantId: string; conversationId: string; seq: number; channel: string }
  /** A channel is told what the team has reacted to a message with. */
  'send-reaction': { tenantId: string; conversationId: string; messageId: string }
  /** A message that may have gone out has waited long enough for a word of its channel. */
  'settle-delivery': { tenantId: string; messageId: string }
  /** What one sender's webhooks brought is worked off, in order. */
  'receive-whatsapp': { tenantId: string; numberId: string; sender: string }
  /** What a large webhook brought for one number is taken apart. */
  'take-whatsapp-batch': { tenantId: string; numberId: string }
  /** What a number's phone handed over of its past is put in its place. */
  'import-past': { tenantId: string; numberId: string }
  /** A number's phone is asked for its past and its address book. */
  'ask-phone': { tenantId: string; numberId: string }
  /** What was sent and got is compared with what Meta has of it, each night. */
  'compare-numbers': Record<string, never>
  'compare-number': { tenantId: string; numberId: string }
  /** Meta is asked what a number's account cost. */
  'read-bill': { tenantId: string; numberId: string }
  /** What WhatsApp can no longer repeat is cleared away. */
  'purge-whatsapp': { tenantId: string }
  /** A person is written to that a number does not work. */
  'mail-number-problem': { tenantId: string; numberId: string; code: string; userId: string }
  /** Meta is asked how a number is. */
  'check-number': { tenantId: string; numberId: string }
  /** All numbers are looked after, once a day. */
  'check-numbers': Record<string, never>
  /** Whether Meta says anything of what a number sends, and how many people it wrote to. */
  'watch-number': { tenantId: string; numberId: string }
  /** Whether Meta came to shake hands for a number. */
  'judge-handshake': { tenantId: string; numberId: string }
  /** A lead's file is fetched from its channel. */
  'fetch-media': { tenantId: string; messageId: string; url?: string }
  /** What is said in the sound of a message is written down. */
  transcribe: { tenantId: string; messageId: string }
  /** What a lead's document says is read. */
  'read-document': { tenantId: string; messageId: string }
  /** The picture of the advertisement that a lead came from is copied before its address dies. */
  'fetch-ad-picture': { tenantId: string; messageId: string; url: string }
  /** A meeting's event in somebody's calendar follows what became of the meeting. */
  'settle-meeting': { tenantId: string; meetingId: string }
  /** Files of a lead that was erased go; `names`: where their bytes lie; `uploads`: what may still be coming in (earlier versions said neither). */
  'erase-files': { tenantId: string; messageIds: string[]; names?: string[]; uploads?: string[] }
  /** A file that a message carries is brought to its channel, and the message then goes on. */
  'upload-media': { tenantId: string; numberId: string; fileId: string; messageId: string; conversationId: string }
  /** A file that was announced for a message has waited long enough for it. */
  'drop-file': { tenantId: string; fileId: string }
  /** What a source of knowledge says is read, as it was given at that revision. */
  'read-source': { tenantId: string; sourceId: string; revision: number }
  /** A page is read again, unless it was since. */
  'refresh-source': { tenantId: string; sourceId: string; revision: number }
  /** Photos of a source's products are fetched. */
  'fetch-photos': { tenantId: string; sourceId: string }
  /** An agent's corrections are checked with its draft. */
  'run-corrections': { tenantId: string; runId: string }
  /** Links to a new password are sent to the owner of these accounts, who requested them. */
  'send-reset-link': { accounts: readonly { tenantId: string; userId: string }[] }
  /** A person is written to that somebody entered their account from a new device. */
  'mail-new-access': { tenantId: string; userId: string; sessionId: string }
  /** A person is written to that somebody has their password and failed at their second step. */
  'mail-refused-step': { tenantId: string; userId: string }
  /** A file that somebody asked for is made. */
  'make-export': { tenantId: string; exportId: string }
  /** It goes: its time is over, or it holds what must be forgotten. */
  'remove-export': { tenantId: string; exportId: string }
  /** What is found of an organisation's messages is brought up to what they say. */
  'index-messages': { tenantId: string }
  /** What nobody may keep any longer is cleared away, once a day. */
  'keep-house': Record<string, never>
}
export type JobName = keyof Jobs

/** `failures`: how often this job has been begun before, and not come to its end. */
export type JobHandler<N extends JobName> = (data: Jobs[N], signal: AbortSignal, failures: number) => Promise<void>

/** Who does each job: one that is forgotten does not compile. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> }

/** Leaves the subject of a job that is given up in a state that is final and says why. */
export type GiveUpHandler<N extends JobName> = (data: Jobs[N]) => Promise<void>

/** Jobs that are repeated anyway, or that leave nothing behind which waits for them. */
type JobWithoutSubject =
  | 'end-pause'
  | 'ask-phone'
  | 'compare-numbers'
  | 'compare-number'
  | 'read-bill'
  | 'purge-whatsapp'
  | 'mail-number-problem'
  | 'check-number'
  | 'check-numbers'
  | 'watch-number'
  | 'judge-handshake'
  | 'settle-meeting'
  | 'erase-files'
  | 'drop-file'
  | 'refresh-source'
  | 'send-reset-link'
  | 'mail-new-access'
  | 'mail-refused-step'
  | 'remove-export'
  | 'index-messages'
  | 'keep-house'

/** A handler for each job that has a subject: a missing one does not compile. */
export type GiveUpHandlers = { readonly [N in Exclude<JobName, JobWithoutSubject>]: GiveUpHandler<N> }
