"""A handler that fails, and the settings of a project with one file."""

import sys

from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path

DEBUG = True
ROOT_URLCONF = "shop"
ALLOWED_HOSTS = ["127.0.0.1"]
SECRET_KEY = "only-for-this-test"


def orders(request: HttpRequest) -> HttpResponse:
    raise ValueError("no stock")


urlpatterns = [path("api/orders", orders)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
