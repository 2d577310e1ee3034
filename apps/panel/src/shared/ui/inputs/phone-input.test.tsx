import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { PhoneInput } from './phone-input.tsx'

let emitted: string[] = []

function Held({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  const keep = (next: string) => {
    emitted.push(next)
    setValue(next)
  }
  return (
    <>
      <PhoneInput value={value} onChange={keep} />
      <button type="button" onClick={() => setValue('')}>
        Limpar
      </button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Telefone')
const country = () => screen.getByLabelText<HTMLSelectElement>('País do telefone')
const show = (start?: string) => {
  emitted = []
  render(<Held {...(start ? { start } : {})} />)
}

describe('PhoneInput', () => {
  it('PHONE-01 PHONE-02 LOGIN-01 offers the twelve countries, Brazil first chosen', () => {
    show()
    expect(country().value).toBe('BR')
    expect([...country().options].map(({ value }) => value)).toEqual([
      'US',
      'CA',
      'BR',
      'GB',
      'DE',
      'FR',
      'IT',
      'ES',
      'CN',
      'IN',
      'JP',
      'KR',
    ])
  })

  it('PHONE-04 takes digits only', async () => {
    show()
    await userEvent.type(field(), 'a1b1-9 8!7')
    expect(field().value).toBe('(11) 987')
  })

  it.each([
    ['US', 10],
    ['CA', 10],
    ['BR', 11],
    ['GB', 10],
    ['DE', 11],
    ['FR', 9],
    ['IT', 10],
    ['ES', 9],
    ['CN', 11],
    ['IN', 10],
    ['JP', 11],
    ['KR', 10],
  ])('PHONE-05 %s stops at %i digits', async (code, max) => {
    show()
    await userEvent.selectOptions(country(), code)
    await userEvent.type(field(), '234567890123456')
    expect(field().value.replace(/\D/g, '')).toHaveLength(max)
  })

  it.each([
    ['BR', '11123456789', '0', '(11) 12345-6789'],
    ['BR', '55987654321', '0', '(55) 98765-4321'],
    ['BR', '44912345678', '9', '(44) 91234-5678'],
    ['FR', '491512345', '67', '4 91 51 23 45'],
    ['GB', '8123456789', '0', '8123 456789'],
  ])(
    'PHONE-05 PHONE-09 in %s one digit too many after %s is not taken, and never changes the country',
    async (code, digits, more, shown) => {
      show()
      await userEvent.selectOptions(country(), code)
      await userEvent.type(field(), digits)
      const told = emitted.at(-1)
      await userEvent.type(field(), more)
      expect(country().value).toBe(code)
      expect(field().value).toBe(shown)
      expect(emitted.at(-1)).toBe(told)
    },
  )

  it('PHONE-05 in the middle of a full number one digit more pushes none of the others out', async () => {
    show('+5511987654321')
    field().focus()
    field().setSelectionRange(2, 2)
    await userEvent.keyboard('2')
    expect(field().value).toBe('(11) 98765-4321')
    expect(field().selectionStart).toBe(2)
  })

  it('PHONE-09 a plus sign from a keyboard that cannot be held back changes nothing', () => {
    show('+5544987654321')
    fireEvent.change(field(), { target: { value: '+(44) 98765-4321' } })
    expect(country().value).toBe('BR')
    expect(field().value).toBe('(44) 98765-4321')
  })

  it('a number that the browser fills in at once is taken as a pasted one', () => {
    show()
    fireEvent.change(field(), { target: { value: '+5511987654321' } })
    expect(field().value).toBe('(11) 98765-4321')
    fireEvent.change(field(), { target: { value: '447911123456' } })
    expect(country().value).toBe('GB')
    expect(field().value).toBe('7911 123456')
  })

  it('PHONE-07 formats while typing, by the number of digits', async () => {
    show()
    await userEvent.type(field(), '1133334444')
    expect(field().value).toBe('(11) 3333-4444')
    await userEvent.type(field(), '5')
    expect(field().value).toBe('(11) 33334-4445')
  })

  it('PHONE-08 G35 emits the number with its dial code from the minimum on, bare digits before, nothing when empty', async () => {
    show()
    await userEvent.type(field(), '11987654321')
    expect(emitted.slice(0, 9).at(-1)).toBe('119876543')
    expect(emitted.slice(9)).toEqual(['+551198765432', '+5511987654321'])
    await userEvent.clear(field())
    expect(emitted.at(-1)).toBe('')
  })

  it('PHONE-09 a pasted number with a known dial code switches the country', async () => {
    show()
    await userEvent.click(field())
    await userEvent.paste('+44 7911 123456')
    expect(country().value).toBe('GB')
    expect(field().value).toBe('7911 123456')
    expect(emitted.at(-1)).toBe('+447911123456')
  })

  it('PHONE-09 G35 a pasted +1 keeps Canada, else means the United States', async () => {
    show()
    await userEvent.selectOptions(country(), 'CA')
    await userEvent.click(field())
    await userEvent.paste('+1 416 555 0100')
    expect(country().value).toBe('CA')
    await userEvent.selectOptions(country(), 'BR')
    await userEvent.clear(field())
    await userEvent.paste('+1 212 555 0100')
    expect(country().value).toBe('US')
  })

  it('a pasted national number stays in its country', async () => {
    show()
    await userEvent.click(field())
    await userEvent.paste('(11) 98765-4321')
    expect(emitted.at(-1)).toBe('+5511987654321')
  })

  it.each([
    ['tel:+55-11-98888-1111', '(11) 98888-1111', '+5511988881111'],
    ['0 15 11 98888-1111', '(11) 98888-1111', '+5511988881111'],
    ['\u202A011 98888\u20111111\u202C', '(11) 98888-1111', '+5511988881111'],
    ['１１ ９８８８８－１１１１', '(11) 98888-1111', '+5511988881111'],
    ['119888811112', '119888811112', '119888811112'],
    ['+55 11 98888-1111 2', '119888811112', '119888811112'],
    ['(11) 98888-1111 / (11) 3333-4444', '119888811111133334444', '119888811111133334444'],
  ])('a pasted %j shows %s and emits %s', async (text, shown, value) => {
    show()
    await userEvent.click(field())
    await userEvent.paste(text)
    expect(country().value).toBe('BR')
    expect(field().value).toBe(shown)
    expect(emitted.at(-1)).toBe(value)
  })

  it("a pasted number of a country that is not listed is kept whole under 'Outro'", async () => {
    show()
    await userEvent.click(field())
    await userEvent.paste('+351 912 345 678')
    expect(country().selectedOptions[0]?.textContent).toBe('Outro')
    expect(field().value).toBe('+351912345678')
    expect(emitted.at(-1)).toBe('+351912345678')
    await userEvent.keyboard('{Backspace}')
    expect(emitted.at(-1)).toBe('+35191234567')
    await userEvent.clear(field())
    expect(country().value).toBe('BR')
    expect(screen.queryByRole('option', { name: 'Outro' })).toBeNull()
    await userEvent.type(field(), '11988881111')
    expect(emitted.at(-1)).toBe('+5511988881111')
  })

  it('a number of another country that the form starts with is not shortened', () => {
    show('+351912345678')
    expect(field().value).toBe('+351912345678')
  })

  it('surplus digits can be deleted one by one, and no digit more is taken', async () => {
    show()
    await userEvent.click(field())
    await userEvent.paste('1198888111123')
    await userEvent.keyboard('4')
    expect(field().value).toBe('1198888111123')
    await userEvent.keyboard('{Backspace}')
    expect(emitted.at(-1)).toBe('119888811112')
    await userEvent.keyboard('{Backspace}')
    expect(field().value).toBe('(11) 98888-1111')
    expect(emitted.at(-1)).toBe('+5511988881111')
  })

  it('pasting into a number keeps the digits of both', async () => {
    show('+5511988881111')
    await userEvent.click(field())
    await userEvent.paste('2222')
    expect(field().value).toBe('119888811112222')
  })

  it('another country keeps every digit', async () => {
    show('+5511988881111')
    await userEvent.selectOptions(country(), 'FR')
    expect(field().value).toBe('11988881111')
    expect(emitted.at(-1)).toBe('11988881111')
    await userEvent.selectOptions(country(), 'BR')
    expect(emitted.at(-1)).toBe('+5511988881111')
  })

  it('PHONE-10 its own validity always passes', async () => {
    show()
    await userEvent.type(field(), '1')
    expect(field().checkValidity()).toBe(true)
  })

  it('keeps the caret where the hand is', async () => {
    show('+5511987654321')
    await userEvent.click(field())
    field().setSelectionRange(5, 5)
    await userEvent.keyboard('{Backspace}')
    expect(field().value).toBe('(19) 8765-4321')
    expect(field().selectionStart).toBe(2)
  })

  it('empties when the form empties it', async () => {
    show('+5511987654321')
    await userEvent.click(screen.getByRole('button', { name: 'Limpar' }))
    expect(field().value).toBe('')
  })
})
