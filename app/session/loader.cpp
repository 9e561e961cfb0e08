#include "loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace farfirst::app {

void Loader::read(const Document& wanted, std::vector<ObjectChoice> choices, Objects before) {
  choices_ = std::move(choices);
  at_ = 0;
  result_.before = before.size();
  result_.objects = std::move(before);
  files_.clear();
  read_next(wanted);
}

bool Loader::append(const ObjectChoice& choice) {
  if (!load_ || result_.before == 0) return false;
  choices_.push_back(choice);
  return true;
}

/// Starts reading the next slow file. Takes what comes before it at once: it is quick, or was read.
void Loader::read_next(const Document& wanted) {
  load_.reset();
  for (; at_ < choices_.size(); ++at_) {
    const ObjectChoice& choice = choices_[at_];
    const auto known = files_.find(choice.file);
    const bool takes_long = takes_long_to_read(choice);
    if (takes_long && known == files_.end()) {
      const auto read = [wanted, choice](const std::shared_ptr<LoadProgress>& progress) {
        return read_contents(wanted, choice, progress);
      };
      load_ = std::make_unique<BackgroundRead<FileContents>>(choice.file, read);
      return;
    }
    try {
      if (takes_long)
        std::ranges::move(objects_of(choice, known->second), std::back_inserter(result_.objects));
      else
        result_.objects.push_back(object_of(wanted, choice));
    } catch (const std::runtime_error& error) {
      messages_.notify_error(error.what());
    } catch (const std::bad_alloc&) {
      messages_.notify_error(fmt::format("{}: memory ran out", choice.name()));
    }
  }
}

bool Loader::update(const Document& wanted) {
  if (!load_) return false;
  const auto is_of_this_file = [&](const ObjectChoice& choice) { return choice.file == load_->path(); };
  try {
    std::optional<FileContents> contents = load_->poll();
    if (!contents) return false;
    files_.emplace(load_->path(), std::move(*contents));
  } catch (const LoadCancelled&) {
    messages_.notify("reading was cancelled");
    stop();
    return true;
  } catch (const FileError& error) {
    messages_.notify_error(error.what());
    std::erase_if(choices_, is_of_this_file);
  } catch (const std::bad_alloc&) {
    messages_.notify_error(fmt::format("{}: memory ran out while reading", load_->path().filename().string()));
    std::erase_if(choices_, is_of_this_file);
  } catch (const std::exception& error) {  // of a library, which does not name the file
    messages_.notify_error(fmt::format("{}: {}", load_->path().filename().string(), error.what()));
    std::erase_if(choices_, is_of_this_file);
  }
  read_next(wanted);
  return true;
}

void Loader::cancel() {
  if (load_) load_->cancel();
}

void Loader::stop() {
  load_.reset();
  result_ = {};
}

std::string Loader::text() const {
  const std::string name = load_->path().filename().string();
  if (choices_.size() == 1) return name;
  return fmt::format("{} ({} of {})", name, at_ + 1, choices_.size());
}

std::optional<Loader::Result> Loader::take() {
  files_.clear();
  Result result = std::exchange(result_, {});
  if (result.objects.size() == result.before) return std::nullopt;
  if (const std::string too_many = why_too_many(result.objects.size()); !too_many.empty()) {
    messages_.notify_error(too_many);
    return std::nullopt;
  }
  return result;
}

}  // namespace farfirst::app
