// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useSelection } from './use-selection.ts';

afterEach(cleanup);

function open(total: number | undefined = 3) {
  return renderHook(useSelection, {
    initialProps: { shownIds: ['a', 'b', 'c'], total, viewKey: '' },
  });
}

function press(key: string, isHandled = false) {
  const event = new KeyboardEvent('keydown', { key, cancelable: true });
  if (isHandled) event.preventDefault();
  act(() => void window.dispatchEvent(event));
}

describe('useSelection', () => {
  it('selects single rows and all that are shown, in the order of the list', () => {
    const { result } = open();
    act(() => result.current.toggle('c'));
    act(() => result.current.toggle('a'));
    expect(result.current).toMatchObject({ ids: ['a', 'c'], isAllShown: false, offered: null });
    act(() => result.current.toggle('c'));
    expect(result.current.ids).toEqual(['a']);
    act(() => result.current.toggleAll());
    expect(result.current).toMatchObject({ ids: ['a', 'b', 'c'], isAllShown: true, offered: null });
    act(() => result.current.toggleAll());
    expect(result.current.ids).toEqual([]);
  });

  it('offers the rest of what matches once all that are shown are selected', () => {
    const { result, rerender } = open(120);
    expect(result.current.offered).toBeNull();
    act(() => result.current.toggleAll());
    expect(result.current).toMatchObject({ offered: 120, matching: null });
    act(() => result.current.toggleMatching());
    expect(result.current).toMatchObject({ matching: 120, ids: ['a', 'b', 'c'] });
    // What is shown later is part of it.
    rerender({ shownIds: ['a', 'b', 'c', 'd'], total: 121, viewKey: '' });
    expect(result.current).toMatchObject({ matching: 120, ids: ['a', 'b', 'c', 'd'] });
    act(() => result.current.toggle('b'));
    expect(result.current).toMatchObject({ matching: null, ids: ['a', 'c', 'd'] });
  });

  it('leaves out rows that are gone, and begins with none in another view', () => {
    const { result, rerender } = open();
    act(() => result.current.toggleAll());
    rerender({ shownIds: ['b', 'c'], total: 2, viewKey: '' });
    expect(result.current).toMatchObject({ ids: ['b', 'c'], isAllShown: true });
    rerender({ shownIds: ['b', 'c'], total: 2, viewKey: 'status=new' });
    expect(result.current).toMatchObject({ ids: [], isAllShown: false });
  });

  it('ends with Escape, unless that closes something else', () => {
    const { result } = open();
    act(() => result.current.toggle('a'));
    press('Escape', true);
    document.body.innerHTML = '<details data-menu open></details>';
    press('Escape');
    expect(result.current.ids).toEqual(['a']);
    document.body.innerHTML = '';
    press('Escape');
    expect(result.current.ids).toEqual([]);
  });
});
