import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { Cut } from './cut.tsx'

test('a name is cut at twenty characters, and a tooltip shows all of it on hover and focus [JOBS-22, JOBS-23]', async () => {
  const { render } = mount(<Cut text="Twenty characters ok" />)
  await expect.element(page.getByText('Twenty characters ok')).toBeVisible()
  render(<Cut text="Wolfeschlegelsteinhausen" />)
  const shown = page.getByText('Wolfeschlegelsteinha…')
  const tip = page.getByRole('tooltip', { name: 'Wolfeschlegelsteinhausen' })
  await userEvent.hover(shown)
  await expect.element(tip).toBeVisible()
  await userEvent.unhover(shown)
  await expect.element(tip).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(shown).toHaveFocus()
  await expect.element(tip).toBeVisible()
})
