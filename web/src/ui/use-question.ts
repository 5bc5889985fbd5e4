import { App, type ModalFuncProps } from 'antd'
import { useEffect, useRef } from 'react'

export interface Question
  extends Pick<
    ModalFuncProps,
    'title' | 'content' | 'okText' | 'cancelText' | 'width' | 'focusable' | 'onCancel' | 'afterClose'
  > {
  isDanger?: boolean
  /** OK stays disabled until `allow` enables it. */
  isOkDisabled?: boolean
  onOk: () => unknown
}

/**
 * Asks before an action. An action under way cannot be cancelled: Cancel is disabled until the outcome is known. The question closes with
 * the page that asked it, so that nobody answers it over another page.
 */
export function useQuestion() {
  const { modal } = App.useApp()
  const open = useRef(new Set<{ destroy: () => void }>())
  useEffect(() => {
    const questions = open.current
    return () => {
      for (const question of questions) question.destroy()
    }
  }, [])
  return ({ isDanger = false, isOkDisabled = false, onOk, afterClose, ...words }: Question) => {
    const question = modal.confirm({
      ...words,
      okButtonProps: { danger: isDanger, disabled: isOkDisabled },
      onOk() {
        question.update({ cancelButtonProps: { disabled: true }, keyboard: false })
        return onOk()
      },
      afterClose() {
        open.current.delete(question)
        afterClose?.()
      },
    })
    open.current.add(question)
    return {
      /** Closes the question because something else is done instead. */
      close: () => question.destroy(),
      allow: (isAllowed: boolean) => question.update({ okButtonProps: { danger: isDanger, disabled: !isAllowed } }),
    }
  }
}

/** The same for a dialog with fields. */
export const whileSending = (isSending: boolean) => ({
  cancelButtonProps: { disabled: isSending },
  closable: !isSending,
  keyboard: !isSending,
  mask: { closable: !isSending },
})
