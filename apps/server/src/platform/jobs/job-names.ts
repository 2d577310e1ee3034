/** Payload of each kind of job. A job is inserted in the transaction that makes it necessary, and runs at least once. */
export interface JobPayloads {
  /** Generates and sends an agent's reply (turn) to a lead's messages. */
  'agent-turn': { tenantId: string; conversationId: string }
  /** Ends the pause of an agent for a lead when the set time is over. */
  'end-pause': { tenantId: string; leadId: string }
  /** Sends a message to its channel. The messages of a conversation are sent in order. */
  'deliver-message': { tenantId: string; conversationId: string; seq: number; channel: string }
  /** Sends a user's reaction to a message to the channel. */
  'send-reaction': { tenantId: string; conversationId: string; messageId: string }
  /** Resolves a message whose delivery is unknown, after the channel had enough time to report the delivery. */
  'settle-delivery': { tenantId: string; messageId: string }
  /** Processes the webhook events of one sender, in order. */
  'receive-whatsapp': { tenantId: string; numberId: string; sender: string }
  /** Splits a large webhook request for one WhatsApp number into events. */
  'take-whatsapp-batch': { tenantId: string; numberId: string }
  /** Imports the message history that the phone of a WhatsApp number has sent. */
  'import-past': { tenantId: string; numberId: string }
  /** Requests the message history and the address book from the phone of a WhatsApp number. */
  'ask-phone': { tenantId: string; numberId: string }
  /** Compares the stored messages of all WhatsApp numbers with Meta's history, once a night. */
  'compare-numbers': Record<string, never>
  'compare-number': { tenantId: string; numberId: string }
  /** Fetches the cost of a WhatsApp number's account from Meta. */
  'read-bill': { tenantId: string; numberId: string }
  /** Deletes old webhook data, for which Meta sends no more duplicates. */
  'purge-whatsapp': { tenantId: string }
  /** Notifies a user by mail of a problem with a WhatsApp number. */
  'mail-number-problem': { tenantId: string; numberId: string; code: string; userId: string }
  /** Fetches the state of a WhatsApp number from Meta, such as its limits and problems. */
  'check-number': { tenantId: string; numberId: string }
  /** Checks all WhatsApp numbers, once a day. */
  'check-numbers': Record<string, never>
  /** Checks whether Meta sends status reports for a WhatsApp number's messages, and counts the leads to whom the number wrote. */
  'watch-number': { tenantId: string; numberId: string }
  /** Checks whether Meta has verified the webhook of a WhatsApp number. */
  'judge-handshake': { tenantId: string; numberId: string }
  /** Downloads a lead's file from its channel. */
  'fetch-media': { tenantId: string; messageId: string; url?: string }
  transcribe: { tenantId: string; messageId: string }
  /** Extracts the text of a lead's document. */
  'read-document': { tenantId: string; messageId: string }
  /** Downloads the image of the advertisement from which a lead came, before the image's URL expires. */
  'fetch-ad-picture': { tenantId: string; messageId: string; url: string }
  /** Updates a meeting's calendar event after the meeting has changed. */
  'settle-meeting': { tenantId: string; meetingId: string }
  /** Deletes files. `names`: names in the file store. `uploads`: ids of files whose upload may be in progress. */
  'erase-files': { tenantId: string; messageIds: string[]; names: string[]; uploads: string[] }
  /** Uploads a message's file to the channel, and then sends the message. */
  'upload-media': { tenantId: string; numberId: string; fileId: string; messageId: string; conversationId: string }
  /** Deletes an uploaded or announced file that no message or knowledge source uses. */
  'drop-file': { tenantId: string; fileId: string }
  /** Extracts the passages of a knowledge source's revision. */
  'read-source': { tenantId: string; sourceId: string; revision: number }
  /** Downloads and reads a web page again. Does nothing if a newer revision has been read. */
  'refresh-source': { tenantId: string; sourceId: string; revision: number }
  /** Downloads the photos of a knowledge source's products. */
  'fetch-photos': { tenantId: string; sourceId: string }
  /** Checks an agent's draft settings against the agent's corrections (check run). */
  'run-corrections': { tenantId: string; runId: string }
  /** Mails the password reset links that were requested for an e-mail address. `accounts`: all accounts with that address. */
  'send-reset-link': { accounts: readonly { tenantId: string; userId: string }[] }
  /** Notifies a user by mail that someone signed in to their account from a new device. */
  'mail-new-access': { tenantId: string; userId: string; sessionId: string }
  /** Notifies a user by mail that someone entered their password but failed the second step of sign-in. */
  'mail-refused-step': { tenantId: string; userId: string }
  /** Writes the file of a requested export. */
  'make-export': { tenantId: string; exportId: string }
  /** Deletes an export that has expired or contains erased data. */
  'remove-export': { tenantId: string; exportId: string }
  /** Updates the search index of an organisation's messages. */
  'index-messages': { tenantId: string }
  /** Deletes data whose retention period is over, once a day. */
  'keep-house': Record<string, never>
}
export type JobName = keyof JobPayloads

/** Handler of a job. `failures`: number of failed earlier attempts. */
export type JobHandler<N extends JobName> = (data: JobPayloads[N], signal: AbortSignal, failures: number) => Promise<void>

/** Handlers of all kinds of jobs. A missing handler is a compile error. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> }

/** Handler for a job that failed finally. Sets the record that the job should have processed to a final state. */
export type FinalFailureHandler<N extends JobName> = (data: JobPayloads[N]) => Promise<void>

/** Jobs without a handler for final failure: they are repeated anyway, or no record waits for their result. */
type JobWithoutFailureHandler =
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

/** Handlers for final failure, for all other kinds of jobs. A missing handler is a compile error. */
export type FinalFailureHandlers = { readonly [N in Exclude<JobName, JobWithoutFailureHandler>]: FinalFailureHandler<N> }
