import { Autocomplete } from '@base-ui/react/autocomplete'
import { MESSAGE_SEARCH_MIN_CHARS } from '@prosa/contract/calls/conversations/search'
import type { MessageSearchResult } from '@prosa/contract/entities/conversations/message-search-result'
import AudioLines from 'lucide-react/icons/audio-lines'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { formatListDate } from '../../../shared/formatting/format-date.ts'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { SEARCH_LIST_PROPS, SearchListField } from '../../../shared/ui/search/search-list-field.tsx'
import { stripBidiControls } from '../cache/strip-bidi-controls.ts'
import { useMessageSearch } from './use-message-search.ts'
import { useOpenSearchResult } from './use-open-search-result.ts'

const FIELD_LABELS = { everywhere: 'Pesquisar nas mensagens', here: 'Pesquisar nesta conversa' }
/** Distance in pixels from the end of the list at which the next page is loaded. */
const NEAR_END_PX = 200

interface MessageSearchProps {
  /** Initial text of the field. */
  text: string
  /** Id of the lead whose messages are searched; undefined to search all conversations. */
  leadId: string | undefined
  /** Called when the user has chosen a message. */
  onClose: () => void
}

/** Search for messages by text. A click on a result opens its conversation at the message (4-day §3). */
export function MessageSearch({ text: initialText, leadId, onClose }: MessageSearchProps) {
  const [text, setText] = useState(initialText)
  const { query, searchedText, isShort, isSearching, results, correctedQuery } = useMessageSearch(text, leadId)
  const openResult = useOpenSearchResult()
  const [now] = useState(getServerTime)
  const fieldLabel = leadId ? FIELD_LABELS.here : FIELD_LABELS.everywhere
  const isEmpty = !isShort && !isSearching && !query.error && results.length === 0
  return (
    <Autocomplete.Root
      {...SEARCH_LIST_PROPS}
      items={results}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ snippet }: MessageSearchResult) => snippet}
    >
      <SearchListField label={fieldLabel} isSearching={isSearching} />
      <Autocomplete.Status className="px-4 text-ink-3 text-meta empty:sr-only not-empty:py-2">
        {isShort && text.trim() !== '' && `Digite ao menos ${MESSAGE_SEARCH_MIN_CHARS} caracteres.`}
        {!isShort && !isSearching && correctedQuery && `Mostrando “${correctedQuery}”`}
        {isSearching && results.length === 0 && 'Procurando mensagens'}
      </Autocomplete.Status>
      {query.error && !isSearching && (
        <div className="px-4 py-4">
          <LoadError query={query} message="Não foi possível pesquisar." />
        </div>
      )}
      <Autocomplete.Empty>
        {isEmpty && <p className="wrap-anywhere px-4 py-6 text-ink-3 text-ui">{`Nenhuma mensagem com “${searchedText}”.`}</p>}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label="Mensagens"
        className="min-h-0 flex-1 overflow-y-auto p-1 outline-none empty:p-0"
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
          if (isNearEnd && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
        }}
      >
        {(result: MessageSearchResult) => (
          <Autocomplete.Item
            key={result.message_id}
            value={result}
            className="flex cursor-default flex-col gap-0.5 rounded-control px-2.5 py-2 text-ui outline-none data-highlighted:bg-hover"
            onClick={() => {
              onClose()
              openResult(result)
            }}
          >
            <SearchResult result={result} now={now} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

const SOURCE_LABELS = { transcript: { label: 'Áudio', Icon: AudioLines }, file: { label: 'Arquivo', Icon: FileText } } as const
const getSourceLabel = (source: string) => (source === 'transcript' || source === 'file' ? SOURCE_LABELS[source] : null)

function SearchResult({
  result: { lead_name, role, at, source, snippet, marks },
  now,
}: {
  result: MessageSearchResult
  now: number
}) {
  const sourceLabel = getSourceLabel(source)
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="truncate font-semibold">{stripBidiControls(lead_name ?? '') || 'Lead sem nome'}</span>
        {role !== 'humano' && <span className="shrink-0 text-ink-3 text-meta">resposta nossa</span>}
        <span className="ml-auto shrink-0 text-ink-3 text-meta tabular">{formatListDate(at, now)}</span>
      </span>
      <span className="wrap-anywhere line-clamp-2 text-ink-2">
        {sourceLabel && (
          <span className="mr-1.5 inline-flex items-center gap-1 text-ink-3 text-meta [&_svg]:size-3.5">
            <sourceLabel.Icon aria-hidden="true" />
            {sourceLabel.label}
          </span>
        )}
        {renderSnippet(snippet, marks)}
      </span>
    </>
  )
}

/** Renders a part of a message with the matching words highlighted. Invalid positions in `marks` are ignored. */
function renderSnippet(snippet: string, marks: MessageSearchResult['marks']) {
  const parts = []
  let position = 0
  for (const [start = 0, end = 0] of marks) {
    if (start < position || end <= start || end > snippet.length) continue
    parts.push(
      snippet.slice(position, start),
      <mark key={start} className="bg-transparent font-semibold text-primary">
        {snippet.slice(start, end)}
      </mark>,
    )
    position = end
  }
  return [...parts, snippet.slice(position)]
}
