const countFormat = new Intl.NumberFormat('pt-BR')

/** Shows the current and the maximum length of a text. */
export function LengthCounter({ length, max }: { length: number; max: number }) {
  return (
    <span className={`block tabular ${length > max ? 'font-semibold text-roma' : ''}`}>
      {countFormat.format(length)} de {countFormat.format(max)} caracteres
    </span>
  )
}
