import type { FetchedResource, FetchFailure, WebFetcher } from '../../../../platform/external-services/web-fetcher.ts'
import { withTemporaryFile } from '../../../../platform/isolated-task/with-temporary-file.ts'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { readDocumentIsolated } from './read-document-isolated.ts'

/** Limits for downloading a web page (2-agents.md, section 5). */
const DOWNLOAD_LIMITS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 10_000 }

const NO_TEXT_MESSAGE = 'A página não tem texto que se possa ler.'
const FAILURE_TEXTS: Readonly<Record<FetchFailure, string>> = {
  'not-public': 'Este endereço não é público.',
  'too-large': 'A página passa de 2 MB.',
  'too-slow': 'A página demorou mais de 10 segundos para responder.',
  'too-many-redirects': 'Este endereço leva a outro, e a outro, e não chega a uma página.',
  unreachable: 'Não foi possível chegar a este endereço.',
  refused: 'O site não deu a página.',
}

const isHtml = ({ mimeType }: FetchedResource): boolean =>
  mimeType === null || mimeType === 'text/html' || mimeType === 'application/xhtml+xml'

/** Returns the character set of a web page. It is taken from the response header, otherwise from the HTML, otherwise UTF-8. */
const detectCharset = ({ charset, bytes }: FetchedResource): string =>
  charset ?? /charset=["']?([a-z0-9_-]+)/i.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1] ?? 'utf-8'

/**
 * Downloads a web page and splits its text into passages. `onParseFailure` receives the technical reason if parsing fails.
 * @throws UnreadableSourceError with a message for the user
 */
export async function fetchPagePassages(
  web: WebFetcher,
  tenantId: string,
  url: string,
  onParseFailure: (reason: string) => void,
): Promise<SourceParseResult> {
  const fetched = await web.fetch(url, DOWNLOAD_LIMITS)
  if ('failed' in fetched) {
    const { failed, status } = fetched
    throw new UnreadableSourceError(
      status === undefined ? FAILURE_TEXTS[failed] : `O site não deu a página (respondeu ${status}).`,
    )
  }
  if (!isHtml(fetched) && fetched.mimeType !== 'text/plain') throw new UnreadableSourceError(NO_TEXT_MESSAGE)
  const documentOptions = {
    format: isHtml(fetched) ? 'html' : 'txt',
    contentKind: 'page',
    charset: detectCharset(fetched),
  } as const
  try {
    return await withTemporaryFile(fetched.bytes, (path) =>
      readDocumentIsolated({ ...documentOptions, path }, onParseFailure, { tenantId }),
    )
  } catch (error) {
    // The parser's message is about files, so it is replaced by one about web pages.
    throw error instanceof UnreadableSourceError ? new UnreadableSourceError(NO_TEXT_MESSAGE) : error
  }
}
