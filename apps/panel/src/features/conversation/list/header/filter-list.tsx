import { Combobox } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import type { ConversationFilter } from '../../../../shared/preferences/preferences.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { getControlClass } from '../../../../shared/ui/inputs/control-class.ts'
import { openOverlay } from '../../../../shared/ui/layers/overlay.ts'
import { restoreFocusAndText } from '../../../../shared/ui/search/restore-focus-and-text.ts'
import { FILTER_GROUPS } from '../../cache/list/sort-and-filter.ts'

const ITEM_CLASSES =
  'flex min-h-8 coarse:min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-ui outline-none data-highlighted:bg-hover [&_svg]:size-4'

interface FilterItem {
  value: ConversationFilter | 'messages'
  label: string
}
interface FilterGroup {
  value: string
  items: readonly FilterItem[]
}

const GROUPS: readonly FilterGroup[] = FILTER_GROUPS.map(({ label, filters }) => ({
  value: label,
  items: filters.map((filter) => ({ value: filter.id, label: filter.label })),
}))
const ITEMS = GROUPS.flatMap(({ items }) => items)

/** Item of the list that opens the message search. The other items filter the conversation list. */
const MESSAGE_SEARCH_ITEM: FilterItem = { value: 'messages', label: 'Pesquisar nas mensagens' }
const GROUPS_WITH_MESSAGE_SEARCH = GROUPS.map((group, index) =>
  index === 0 ? { ...group, items: [...group.items, MESSAGE_SEARCH_ITEM] } : group,
)

interface FilterListProps {
  filter: ConversationFilter | null
  onChoose: (filter: ConversationFilter) => void
  onClose: () => void
}

/** Grouped list of filters with a search field. */
export default function FilterList({ filter, onChoose, onClose }: FilterListProps) {
  const canSearch = useSession(({ user }) => user?.capabilities?.includes('search'))
  const choose = ({ value }: FilterItem) => {
    if (value !== 'messages') onChoose(value)
    onClose()
    if (value === 'messages') openOverlay('palette', '', {})
  }
  return (
    <Combobox.Root
      inline
      open
      autoHighlight
      items={canSearch ? GROUPS_WITH_MESSAGE_SEARCH : GROUPS}
      value={ITEMS.find(({ value }) => value === filter) ?? null}
      onValueChange={(item: FilterItem | null) => item && choose(item)}
      itemToStringLabel={(item: FilterItem) => item.label}
      isItemEqualToValue={(a: FilterItem, b: FilterItem) => a.value === b.value}
    >
      <Combobox.Input
        ref={restoreFocusAndText}
        placeholder="Filtrar por..."
        aria-label="Filtrar por..."
        className={getControlClass(false)}
      />
      <Combobox.Empty>
        <p className="px-2.5 py-3 text-ink-3 text-ui">Nenhum filtro encontrado.</p>
      </Combobox.Empty>
      <Combobox.List aria-label="Filtros" className="outline-none">
        {(group: FilterGroup) => (
          <Combobox.Group key={group.value} items={group.items} className="pt-1">
            <Combobox.GroupLabel className="px-2.5 pt-1.5 pb-1 font-semibold text-ink-3 text-meta">
              {group.value}
            </Combobox.GroupLabel>
            <Combobox.Collection>
              {(item: FilterItem) => (
                <Combobox.Item key={item.value} value={item} className={ITEM_CLASSES}>
                  {item.label}
                  <Combobox.ItemIndicator className="ml-auto">
                    <Check aria-hidden="true" className="text-primary" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.Collection>
          </Combobox.Group>
        )}
      </Combobox.List>
    </Combobox.Root>
  )
}
