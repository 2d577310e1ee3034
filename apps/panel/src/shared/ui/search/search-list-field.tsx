import { Autocomplete } from '@base-ui/react/autocomplete'
import Search from 'lucide-react/icons/search'
import { Spinner } from '../feedback/spinner.tsx'
import { restoreFocusAndText } from './restore-focus-and-text.ts'

/** Props of a search list that is always open, with its first row highlighted. The caller filters the rows. */
export const SEARCH_LIST_PROPS = { inline: true, open: true, autoHighlight: 'always', mode: 'none' } as const

interface SearchListFieldProps {
  label: string
  isSearching: boolean
}

/** Search field above a list of results. It is focused and starts with the text typed into its `SearchFieldPlaceholder`. */
export const SearchListField = ({ label, isSearching }: SearchListFieldProps) => (
  <div className="flex items-center gap-2.5 border-line border-b px-4 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3">
    <Search aria-hidden="true" />
    <Autocomplete.Input
      ref={restoreFocusAndText}
      aria-label={label}
      placeholder={`${label}…`}
      className="h-12 min-w-0 flex-1 bg-transparent text-message outline-none placeholder:text-ink-3"
    />
    {isSearching && <Spinner />}
  </div>
)
