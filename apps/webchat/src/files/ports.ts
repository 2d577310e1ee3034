import type { PageParts } from '../page.ts'
import type { UnsentFile } from '../sending/outbox.ts'

/** File that is being sent from this page. */
export interface LocalFile {
  /** Local URL of its bytes. */
  readonly address: string
  /** Progress from 0 to 1; null if nothing is running. */
  readonly share: number | null
  /** Whether `share` is the progress of the conversion, before the upload. */
  readonly isPreparing?: boolean
}

/** What the files code needs from the page. */
export interface FilesPorts {
  readonly agentId: string
  readonly parts: PageParts
  /** Appends a message to the outbox. */
  readonly put: (content: string, file?: { key: string; file: UnsentFile }) => void
  /** Called when the state of a file changes. */
  readonly changed: () => void
  /** Called when the chosen files change. */
  readonly chosen: () => void
}

export interface LazyFilesPorts extends FilesPorts {
  readonly show: (key: string, file: LocalFile) => void
}
