#!/usr/bin/python3
"""Stands in for the desktop's notification service on a private bus: prints each notification as a line of JSON."""

import json

from gi.repository import Gio, GLib

INTERFACE = Gio.DBusNodeInfo.new_for_xml("""
<node><interface name='org.freedesktop.Notifications'>
  <method name='Notify'>
    <arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>
    <arg type='u' direction='out'/>
  </method>
  <method name='GetServerInformation'>
    <arg type='s' direction='out'/><arg type='s' direction='out'/><arg type='s' direction='out'/><arg type='s' direction='out'/>
  </method>
</interface></node>""").interfaces[0]


def called(_bus, _sender, _path, _interface, method, parameters, invocation):
    if method == "Notify":
        app, _replaces, _icon, summary, body, _actions, hints, _timeout = parameters.unpack()
        print(json.dumps({"app": app, "summary": summary, "body": body, "hints": hints}), flush=True)
        invocation.return_value(GLib.Variant("(u)", (1,)))
    else:
        invocation.return_value(GLib.Variant("(ssss)", ("stand-in", "vigie", "1", "1.2")))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/freedesktop/Notifications", INTERFACE, called, None, None)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
