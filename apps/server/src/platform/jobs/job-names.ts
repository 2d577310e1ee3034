/** Payload of each job. A job is sent inside the transaction that makes it necessary, and runs at least once. */
export interface JobPayloads {
  /** Answers a lead's messages with an agent's turn. */
  'agent-turn': { tenantId: string; conversationId: string }
  /** Ends a pause at its set time. */
  'end-pause': { tenantId: string; leadId: string }
  /** Sends a message to its channel; in order, one at a time per conversation. */
  'deliver-message': { tenantId: string; conversationId: string; seq: number; channel: string }
  /** Sends the team's reaction to a message to the channel. */
  'send-reaction': { tenantId: string; conversationId: string; messageId: string }
  /** Settles a message whose delivery is unknown after the channel had enough time to report it. */
  'settle-delivery': { tenantId: string; messageId: string }
  /** Processes the webhook events of one sender, in order. */
  'receive-whatsapp': { tenantId: string; numberId: string; sender: string }
  /** Splits a large webhook of one number into events. */
  'take-whatsapp-batch': { tenantId: string; numberId: string }
  /** Imports the history that a number's phone has sent. */
  'import-past': { tenantId: string; numberId: string }
  /** Requests the history and the address book of a number's phone. */
  'ask-phone': { tenantId: string; numberId: string }
  /** Compares sent and received messages with those that Meta has, each night. */
  'compare-numbers': Record<string, never>
  'compare-number': { tenantId: string; numberId: string }
  /** Fetches from Meta what a number's account cost. */
  'read-bill': { tenantId: string; numberId: string }
  /** Deletes webhook data that WhatsApp can no longer repeat. */
  'purge-whatsapp': { tenantId: string }
  /** Mails a user that a number does not work. */
  'mail-number-problem': { tenantId: string; numberId: string; code: string; userId: string }
  /** Fetches the state of a number from Meta. */
  'check-number': { tenantId: string; numberId: string }
  /** Checks all numbers, once a day. */
  'check-numbers': Record<string, never>
  /** Checks whether Meta reports on the messages that a number sends, and how many people the number wrote to. */
  'watch-number': { tenantId: string; numberId: string }
  /** Checks whether Meta has verified the webhook of a number. */
  'judge-handshake': { tenantId: string; numberId: string }
  /** Downloads a lead's file from its channel. */
  'fetch-media': { tenantId: string; messageId: string; url?: string }
  /** Transcribes the audio of a message. */
  transcribe: { tenantId: string; messageId: string }
  /** Extracts the text of a lead's document. */
  'read-document': { tenantId: string; messageId: string }
  /** Copies the picture of the advertisement that a lead came from, before its URL expires. */
  'fetch-ad-picture': { tenantId: string; messageId: string; url: string }
  /** Updates a meeting's calendar event after the meeting has changed. */
  'settle-meeting': { tenantId: string; meetingId: string }
  /** Deletes files. `names`: names of their bytes; `uploads`: ids of files that may still be arriving. */
  'erase-files': { tenantId: string; messageIds: string[]; names: string[]; uploads: string[] }
  /** Uploads a message's file to its channel and then sends the message. */
  'upload-media': { tenantId: string; numberId: string; fileId: string; messageId: string; conversationId: string }
  /** Deletes an announced file that was not used in time. */
  'drop-file': { tenantId: string; fileId: string }
  /** Reads a source of knowledge as it was given at that revision. */
  'read-source': { tenantId: string; sourceId: string; revision: number }
  /** Reads a page again, unless it has been read since that revision. */
  'refresh-source': { tenantId: string; sourceId: string; revision: number }
  /** Fetches the photos of a source's products. */
  'fetch-photos': { tenantId: string; sourceId: string }
  /** Tests an agent's draft with its corrections. */
  'run-corrections': { tenantId: string; runId: string }
  /** Mails password reset links to the owner of these accounts, who requested them. */
  'send-reset-link': { accounts: readonly { tenantId: string; userId: string }[] }
  /** Mails a user that somebody signed in to their account from a new device. */
  'mail-new-access': { tenantId: string; userId: string; sessionId: string }
  /** Mails a user that somebody has their password and failed the second step. */
  'mail-refused-step': { tenantId: string; userId: string }
  /** Writes the file of a requested export. */
  'make-export': { tenantId: string; exportId: string }
  /** Deletes an export that has expired or contains data that must be erased. */
  'remove-export': { tenantId: string; exportId: string }
  /** Updates the search index of an organisation's messages. */
  'index-messages': { tenantId: string }
  /** Deletes data whose retention time is over, once a day. */
  'keep-house': Record<string, never>
}
export type JobName = keyof JobPayloads

/** Handler of a job. `failures`: number of earlier attempts of this job that did not finish. */
export type JobHandler<N extends JobName> = (data: JobPayloads[N], signal: AbortSignal, failures: number) => Promise<void>

/** A handler for each job: a missing one is a compile error. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> }

/** Sets the record that a given-up job processes to a final state with a reason. */
export type GiveUpHandler<N extends JobName> = (data: JobPayloads[N]) => Promise<void>

/** Jobs that are repeated anyway, or whose result no record waits for. */
type JobWithoutGiveUp =
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

/** A handler for each job whose result a record waits for: a missing one is a compile error. */
export type GiveUpHandlers = { readonly [N in Exclude<JobName, JobWithoutGiveUp>]: GiveUpHandler<N> }
