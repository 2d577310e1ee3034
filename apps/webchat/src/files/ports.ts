import type { UnsentFile } from '../outbox.ts'
import type { PageParts } from '../page.ts'

/** A file on its way, as it is known in this page. */
export interface LocalFile {
  /** Where its bytes lie here. */
  readonly address: string
  /** From 0 to 1; null while it is not on its way. */
  readonly share: number | null
  /** True: that far it is made into what goes, and has not left yet. */
  readonly isPreparing?: boolean
}

/** What files need of the page. */
export interface FilesPorts {
  readonly agentId: string
  readonly parts: PageParts
  /** Puts a message on its way, behind all others. */
  readonly put: (content: string, file?: { key: string; file: UnsentFile }) => void
  /** What is known of a file on its way is another thing now. */
  readonly changed: () => void
  /** Which files wait for the press that sends them is another thing now. */
  readonly chosen: () => void
}

export interface LatePorts extends FilesPorts {
  readonly show: (key: string, file: LocalFile) => void
}
