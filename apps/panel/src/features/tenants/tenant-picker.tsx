import { Combobox } from '@base-ui/react/combobox'
import { TENANT_PICKER_MAX_HEIGHT_REM } from '@prosa/contract/constants'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect, useId, useRef } from 'react'
import { cx } from '../../shared/ui/cx.ts'
import { getControlClass } from '../../shared/ui/inputs/control-class.ts'
import { Field, getFieldIds } from '../../shared/ui/inputs/field.tsx'
import { ChevronDownGlyph } from '../../shared/ui/inputs/glyphs.tsx'
import { LAYER_CLASS, TOP_LAYER_CLASS } from '../../shared/ui/layers/layer-classes.ts'
import { tenantQueries } from './queries.ts'
import { formatTenantOption, getOnlyActiveOption, isTenantMatch, type TenantOption } from './tenant-option.ts'

const ITEM_CLASS =
  'flex min-h-8 coarse:min-h-11 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-ui outline-none data-disabled:text-ink-3 data-highlighted:bg-hover'

const MAX_SHOWN_OPTIONS = 200

interface TenantPickerProps {
  /** Domain of the selected tenant; '' if none is selected. */
  value: string
  onChange: (domain: string) => void
  onBlur?: () => void
  error?: string | undefined
  label?: string
}

/** Combobox that selects a tenant (organisation) by name or domain. If there is only one tenant, it is selected automatically. */
export function TenantPicker({ value, onChange, onBlur, error, label = 'Organização' }: TenantPickerProps) {
  const { data: options, isPending, isError, isFetching, refetch } = useQuery(tenantQueries.options())
  const hasFailed = isError && !options
  const shownError = hasFailed ? 'Erro ao carregar tenants' : error
  const ids = getFieldIds(useId(), { error: shownError, description: hasFailed })
  const anchorRef = useRef<HTMLDivElement>(null)

  const onlyOption = getOnlyActiveOption(options)
  useEffect(() => {
    if (onlyOption && value === '') onChange(onlyOption.domain)
  }, [onlyOption, value, onChange])

  const emptyText = isPending ? 'Carregando tenants...' : hasFailed ? 'Erro ao carregar tenants' : 'Nenhum tenant disponível'
  const retry = hasFailed && (
    <button
      type="button"
      disabled={isFetching}
      onClick={() => void refetch()}
      className="reach font-semibold text-primary underline-offset-2 hover:underline"
    >
      Tentar novamente
    </button>
  )
  return (
    <Field id={ids.control} label={label} error={shownError} description={retry || undefined} required>
      <Combobox.Root
        items={options ?? []}
        value={options?.find(({ domain }) => domain === value) ?? null}
        onValueChange={(option: TenantOption | null) => onChange(option?.domain ?? '')}
        itemToStringLabel={formatTenantOption}
        isItemEqualToValue={(a: TenantOption, b: TenantOption) => a.value === b.value}
        filter={(option: TenantOption, query) =>
          isTenantMatch({ name: formatTenantOption(option), domain: option.domain }, query)
        }
        limit={MAX_SHOWN_OPTIONS}
        autoHighlight
      >
        <div ref={anchorRef} className="relative">
          <Combobox.Input
            id={ids.control}
            placeholder={options?.length ? 'Buscar por nome ou domínio' : emptyText}
            onBlur={onBlur}
            aria-required
            aria-invalid={shownError !== undefined}
            aria-describedby={ids.describedBy}
            className={getControlClass(shownError !== undefined, 'pr-9')}
          />
          <Combobox.Trigger
            aria-label="Mostrar organizações"
            className="absolute inset-y-0 right-0 flex w-9 coarse:w-11 items-center justify-center rounded-control text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
          >
            <ChevronDownGlyph className="size-4" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner anchor={anchorRef} sideOffset={6} collisionPadding={8} className={TOP_LAYER_CLASS}>
            <Combobox.Popup aria-label="Organizações" className={cx(LAYER_CLASS, 'w-(--anchor-width) max-w-[calc(100vw-1rem)]')}>
              <Combobox.Empty>
                <p className="px-3.5 py-3 text-ink-3 text-ui">{options?.length ? 'Nenhum tenant encontrado' : emptyText}</p>
              </Combobox.Empty>
              <Combobox.List
                aria-label="Organizações"
                className="overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0"
                style={{ maxHeight: `${TENANT_PICKER_MAX_HEIGHT_REM}rem` }}
              >
                {(option: TenantOption) => (
                  <Combobox.Item key={option.value} value={option} disabled={!option.active} className={ITEM_CLASS}>
                    <span className="min-w-0">
                      <span className="block truncate">{formatTenantOption(option)}</span>
                      <span className="block truncate text-ink-3 text-meta">{option.domain}</span>
                    </span>
                    <Combobox.ItemIndicator className="ml-auto">
                      <Check aria-hidden="true" className="size-4 text-primary" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  )
}
